// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "constructions/claim.hpp"
#include "constructions/srpe/reber.hpp"

namespace attest::constructions {

using theory::exhaustive;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// An example as the claim writes it, its letters as symbols.
Value example_value(char label, const ReberString& first, const ReberString& second) {
  const ReberExample example = embedded_reber(label, first.text, second.text);
  Value::List text;
  for (const char letter : example.input) text.emplace_back(std::string(1, letter));
  Value::List whole = text;
  whole.emplace(whole.begin(), "B");
  whole.emplace_back(std::string(1, label));
  return Value::Record{{"string", std::move(whole)},
                       {"text", std::move(text)},
                       {"label", std::string(1, label)},
                       {"p", first.probability * second.probability / Rational(2)}};
}

// The smallest pair: the same shortest string twice, with either label.
Step same_letters(long largest_N) {
  const ReberString shortest = reber_strings(5).front();
  return range("N", 5, largest_N,
               witness("s", example_value('P', shortest, shortest),
                       witness("t", example_value('T', shortest, shortest), theory::evaluate())));
}

EngineCheck long_strings(long draws) {
  Draw draw(100);
  bool passed = true;
  std::size_t longest = 0;
  for (long k = 0; k < draws; ++k) {
    const ReberExample example =
        embedded_reber(draw.integer(0, 1) == 0 ? 'P' : 'T', draw_reber_string(draw), draw_reber_string(draw));
    longest = std::max(longest, example.input.size());
    passed = passed && label_from_neighbours(example.input) == example.label;
  }
  return {"the letter after the first E gives the label of strings drawn from the grammar", passed,
          std::to_string(draws) + " strings, the longest of " + std::to_string(longest) + " letters"};
}

}  // namespace

// SRPE, Artificial Tasks: what the embedded Reber task needs to know of positions.
Findings srpe_reber(const Effort& effort) {
  const std::string id = "srpe.reber";
  const auto evaluate = theory::evaluate();
  const long largest_N = effort.thorough ? 8 : 6;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_reber.v", "label_and_order")},
      {id, "printed", true,
       theory::split({{"label_is_second_letter", range("N", 5, largest_N, exhaustive("s", evaluate))},
                      {"not_without_order", same_letters(largest_N)}})},
      {id, "finding_neighbours_tell", true, theory::proof("theory/proofs/bound_reber.v", "neighbours_tell")},
      {id, "finding_neighbours_tell", true, range("N", 5, largest_N, exhaustive("s", evaluate))},
      {id, "finding_pair_counts_settle_the_control", true,
       theory::proof("theory/proofs/bound_reber_pairs.v", "pair_counts_settle_the_control")},
      {id, "finding_pair_counts_settle_the_control", true, range("n", 1, effort.thorough ? 8 : 6, evaluate)},
      {id, "finding_which_pairs_settle_reber", true,
       theory::proof("theory/proofs/bound_reber_pairs.v", "which_pairs_settle_reber")},
      {id, "finding_which_pairs_settle_reber", true, range("N", 5, largest_N, evaluate)},
      {id, "finding_which_pairs_settle_the_control", false, witness("n", 5, evaluate)},
      {id, "finding_pair_counts_settle_the_second_letter", false, witness("n", 4, evaluate)},
      {id, "finding_without_order_it_is_chance", true,
       theory::proof("theory/proofs/bound_reber_pairs.v", "without_order_it_is_chance")},
      {id, "finding_without_order_it_is_chance", true, range("N", 5, largest_N, evaluate)},
      {id, "finding_classical_is_chance", false, witness("N", 5, evaluate)},
  };
  findings.engine_checks = {long_strings(effort.brief ? 1000 : 20000)};
  Exhibit::Table strings{{"Reber string", "probability"}, {}};
  for (const ReberString& reber : reber_strings(7)) strings.rows.push_back({reber.text, reber.probability.to_string()});
  findings.exhibits = {
      {"The shortest Reber strings", "All strings of at most 7 letters.", strings},
      {"The smallest pair by hand", "The same letters, different labels; neighbours tell.",
       Exhibit::Text{{"P BTXSE T BTXSE   label P: after the first E comes T",
                      "T BTXSE P BTXSE   label T: after the first E comes P",
                      "E stands only at the end of a Reber string, so there is one letter after an E"}}}};
  return findings;
}

}  // namespace attest::constructions
