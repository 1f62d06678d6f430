// SPDX-License-Identifier: Apache-2.0
// The table on the terminal at the end of `attest check`.
#include <algorithm>
#include <ostream>

#include "verify/report/write_reports.hpp"
#include "verify/results/verdict.hpp"
#include "verify/usage/color.hpp"

namespace attest::verify::report {

using constructions::Exhibit;
using results::ClaimResult;
using results::Results;
using results::StatementResult;
using results::verdict_in_words;

namespace {

/// A scope or a line of a calculation as it may stand beside others: what is longer stands in the report, whole.
std::string on_a_line(std::string words) {
  constexpr std::size_t kLongest = 160;
  if (words.size() > kLongest) {
    std::size_t end = kLongest;
    while (end > 0 && (uint8_t(words[end]) & 0xC0) == 0x80) --end;  // not within a letter
    words = words.substr(0, end) + " ...";
  }
  for (char& c : words)  // nothing may steer the terminal
    if (uint8_t(c) < 0x20 || c == 0x7F) c = '?';
  return words;
}

/// Pads what is shown to a column; `shown` is without colours.
std::string padded(const std::string& text, const std::string& shown, std::size_t width) {
  return text + std::string(width - std::min(width, shown.size()) + 2, ' ');
}

/// A claim of the user's: each of its statements with its scope, both sides of what fails, proofs that do not count,
/// and what the search says of statements that it did not decide.
void print_in_full(const ClaimResult& claim, std::ostream& out, bool is_colored) {
  std::size_t name = 0, verdict = 0;
  for (const StatementResult& statement : claim.statements) {
    name = std::max(name, statement.name.size());
    verdict = std::max(verdict, verdict_in_words(statement).size());
  }
  for (const StatementResult& statement : claim.statements) {
    const std::string words = verdict_in_words(statement), painted = usage::painted_verdict(words, is_colored);
    out << "  " << padded(statement.name, statement.name, name)
        << (statement.scope.empty() ? painted : padded(painted, words, verdict) + on_a_line(statement.scope)) << "\n";
  }
  for (const Exhibit& exhibit : claim.exhibits) {
    const auto* calculation = std::get_if<Exhibit::Text>(&exhibit.content);
    if (!exhibit.by_engine || !calculation) continue;
    out << "  " << exhibit.title << "\n";
    for (const std::string& line : calculation->lines) out << "    " << on_a_line(line) << "\n";
  }
  for (const StatementResult& statement : claim.statements)
    for (const results::CheckedCertificate& certificate : statement.certificates)
      if (certificate.is_proof && !certificate.proof_checked)
        out << "  the proof of " << statement.name << " was not "
            << (certificate.proof_status.starts_with(results::kNotAccepted) ? certificate.proof_status.substr(4)
                                                                            : "checked: " + certificate.proof_status)
            << "\n";
  for (const constructions::EngineCheck& said : claim.engine_checks) {
    const StatementResult* of = claim.find(said.statement);
    const bool decided = !of || of->status == "holds" || of->status == "false";
    if (!said.passed || !decided) out << "  " << said.what << ": " << said.detail << "\n";
  }
}

}  // namespace

void print_summary(const Results& results, std::ostream& out, bool is_colored,
                   const std::function<bool(const ClaimResult&)>& in_full) {
  const auto verdict = [](const StatementResult* statement) {
    return statement ? verdict_in_words(*statement) : std::string("-");
  };
  const auto in_color = [&](const StatementResult* statement) {
    return usage::painted_verdict(verdict(statement), is_colored);
  };
  const std::string first = "claim", second = "as printed";
  std::size_t id = 32, printed = second.size();
  for (const ClaimResult& claim : results.claims) {
    id = std::max(id, claim.id.size());
    printed = std::max(printed, verdict(claim.find("printed")).size());
  }
  out << padded(first, first, id) << padded(second, second, printed) << "repaired\n";
  for (const ClaimResult& claim : results.claims) {
    const StatementResult* as_printed = claim.find("printed");
    out << padded(claim.id, claim.id, id) << padded(in_color(as_printed), verdict(as_printed), printed)
        << in_color(claim.find("repaired")) << "\n";
    if (in_full(claim)) print_in_full(claim, out, is_colored);
    if (!claim.error.empty()) out << "  error: " << claim.error << "\n";
    for (const StatementResult& statement : claim.statements)
      if (!statement.alarm.empty()) out << "  ALARM, " << statement.name << ": " << statement.alarm << "\n";
  }
}

}  // namespace attest::verify::report
