// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "constructions/variants/description.hpp"
#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// One answer about a described attention, as a claim of its own: the statement says what the answer says.
struct WrittenAnswer {
  std::string question;            ///< "right_stochastic", ..., as the audit's JSON has it
  bool holds = false;              ///< the answer
  std::string asserted;            ///< the answer in words
  std::string used = "described";  ///< the file of definitions that they use
  std::string definitions;         ///< in the statement language
  std::string quantifiers;         ///< of the statement, a line each
  std::string body;                ///< behind them
  std::string difference;          ///< what the statement says otherwise than the question; may be empty
  /// Steps that show the answer where the checkers accept them: the first that they accept is the certificate. More
  /// than one where the numbers are irrational, so that only an enclosure tells which of them shows it.
  std::vector<theory::Step> steps;
  std::string without;  ///< why there are no steps, where there are none
};

/// The answers of properties.hpp about an attention. Where a property fails the statement says "some parameters and an
/// input", and its step is that instance; where a property holds the step goes through n <= 3, d <= 2 and some heads,
/// for every real X at once where that can be shown.
std::vector<WrittenAnswer> written_answers(const Attention& attention);
/// Its claim's text: a header, definitions, and the statement `printed`.
std::string claim_text(const WrittenAnswer& answer, const std::string& id, const std::string& about);

/// Where a described attention is a published variant: the statement of its claim that says the answer, and the theorem
/// of theory/proofs that shows it for every parameter.
struct Theorem {
  std::string claim, statement, file, theorem;
};
std::optional<Theorem> theorem_for(const Attention& attention, const std::string& question);

}  // namespace attest::constructions
