// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_lemma_c5.hpp"

#include "constructions/positional/bindings.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// delta = 1 / (1 + x) with x = 1 / (4 c)^2, for which c sqrt(log(1/delta)) <= c sqrt(x) = 1/4; and a loss of 2 c + 2.
Step for_constants(const char* variable, Rational (*choice)(const Rational&)) {
  std::vector<Value> constants;
  std::vector<Step> cases;
  for (const Rational& c : {Rational(1, 10), Rational(1), Rational(12), Rational(1000000)}) {
    constants.emplace_back(c);
    cases.push_back(witness(variable, choice(c), theory::evaluate()));
  }
  return instances("c", std::move(constants), std::move(cases));
}
Rational near_one(const Rational& c) { return Rational(1) / (Rational(1) + Rational(1) / (Rational(16) * c * c)); }
Rational large_loss(const Rational& c) { return Rational(2) * c + Rational(2); }

}  // namespace

Findings positional_lemma_c5(const Effort&) {
  const std::string id = "positional.lemma-c5", file = "theory/proofs/learnability.v";
  Findings findings;
  findings.certificates = {
      {id, "step_insert_lemma_c4", false, witnesses({{"m", 1}, {"V", Value::matrix({{1}, {-1}})}, {"A", 1}, {"C", 8}})},
      {id, "finding_delta_near_one", true, theory::proof(file, "delta_near_one")},
      {id, "finding_delta_near_one", true, for_constants("delta", near_one)},
      {id, "finding_fair_coin", true, exhaustive("sample", theory::evaluate())},
      {id, "finding_unbounded_losses", true, theory::proof(file, "unbounded_losses")},
      {id, "finding_unbounded_losses", true, for_constants("b", large_loss)},
  };
  findings.exhibits = {
      {"Why no constant serves",
       "One function, a fair coin with losses 0 and 1, one sample: the gap is 1/2 on every sample, log N = 0, C as "
       "small as one likes.",
       Exhibit::Table{{"c", "delta", "c sqrt(log(1/delta))"},
                      {{"1", "16/17", "0.246"}, {"10", "1600/1601", "0.250"}, {"1000", "1 - 6.25e-8", "0.250"}}}},
      {"The step", "The class of the constants 1 and -1 on one point, C = 8 (positional.lemma-c4).",
       Exhibit::Text{{"sqrt(8) (1 + log(1/sqrt(8))) = -0.112 goes in for a complexity of 1"}}}};
  return findings;
}

}  // namespace attest::constructions
