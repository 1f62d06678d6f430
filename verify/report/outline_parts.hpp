// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/report/outline.hpp"

namespace attest::verify::report {

/// The parts of a claim's section, for the whole one and for the brief one.
Section section(std::string title, Blocks blocks = {}, Section::Tone tone = Section::Tone::plain);
Block paragraph(Line line);
std::string header_value(const results::ClaimResult& claim, const std::string& key);
/// "The paper says: ...", what a line of the claim's header says.
Block header_line(const results::ClaimResult& claim, const std::string& key, const std::string& title);
std::string plain(const Line& line);
/// Every exhibit; what has both sides of what fails first, a matrix beside the one before it.
Section exhibits(const results::ClaimResult& claim);
Table verdicts(const results::ClaimResult& claim);
Block formal(const results::StatementResult& statement);
/// Every counterexample and witness, in exact numbers; of what the paper says and of its repair alone, if `in_brief`.
Section found(const results::ClaimResult& claim, bool in_brief = false);
Section property_section(const results::ClaimResult& claim);
Section engine(const results::ClaimResult& claim);
/// Each theorem that was offered as a proof and does not count, with the reason; empty if there is none.
Section refused_proofs(const results::ClaimResult& claim);
/// The claim's page without its title; its section on what is not checked stands apart.
struct ClaimPage {
  Blocks blocks, not_checked;
};
ClaimPage claim_page(const results::ClaimResult& claim);
/// Takes the section whose title begins with `title` out of the page, wherever it is nested.
bool take(Blocks& page, const std::string& title, Blocks& taken);
/// Whether a statement is what a paper says, as it means it or by the letter, or a step of its proof.
bool is_the_papers(const std::string& statement);
/// Where the claim comes from, and an error, if it could not be decided.
Blocks origin(const results::ClaimResult& claim);
/// A summary's cell holds about two lines of words; the claim's own file has the rest.
std::string shortened(std::string words);
std::string count(std::size_t n, const std::string& noun);
/// The commands that decide it again.
std::string commands(const results::ClaimResult& claim);

}  // namespace attest::verify::report
