// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Two layers of one token, one head and dimension 1, ReLU: the first puts out 7/5 for 1.
Bindings two_layers() {
  const RationalMatrix W1 = {{Rational(3, 5)}, {Rational(4, 5)}, {Rational(3, 5)}, {Rational(4, 5)}};
  const RationalMatrix R1 = {{Rational(4, 5), 0}, {Rational(-3, 5), 0}, {Rational(4, 5), 0}, {Rational(-3, 5), 0}};
  const Value zero = Value::matrix({{0}, {0}}), one = Value::matrix({{1}, {1}});
  return {{"ell", 2},
          {"n", 1},
          {"d", 1},
          {"dV", 1},
          {"dh", 1},
          {"dP", 1},
          {"dm", 1},
          {"H", 1},
          {"slopes", Value::vector({1, 0})},
          {"B2", 1},
          {"P", Value::matrix({{1}})},
          {"X", Value::matrix({{1}})},
          {"WQ", zero},
          {"WK", zero},
          {"WV", one},
          {"R", zero},
          {"W1", Value::matrix(W1)},
          {"R1", Value::matrix(R1)},
          {"W2", one},
          {"R2", zero}};
}

Bindings random_network(std::uint64_t seed, long layers, const LayerShape& shape, const RationalVector& slopes) {
  Draw draw(seed);
  return draw_network(draw, "ell", layers, shape, slopes, Rational(3, 2));
}

// H = 4 and B2 = 6/5: sqrt(H) and sqrt(1 + H B2^2) are rational, so that the equalities are decided.
Step summands() {
  return theory::range("l", 1, 3,
                       one_instance({{"H", 4},
                                     {"Ls", Rational(3, 2)},
                                     {"B2", Rational(6, 5)},
                                     {"Bw", 2},
                                     {"B21", 3},
                                     {"BX", Rational(5, 2)},
                                     {"BP", Rational(1, 3)},
                                     {"y", 7}}));
}

// For every constant c a large B2, or a small L_sigma: powers of 10 that the theorem's choices round to.
Step constants(const char* variable, const std::vector<Rational>& witnesses_of_c) {
  std::vector<Value> values;
  std::vector<Step> cases;
  Rational c(1, 10);
  for (const Rational& x : witnesses_of_c) {
    values.emplace_back(c);
    cases.push_back(witness(variable, x, theory::evaluate()));
    c *= Rational(100);
  }
  return instances("c", std::move(values), std::move(cases));
}

}  // namespace

// Positional Attention, appendix C.3, eqs. 19 to 21: what the covers' sizes are made of.
Findings positional_cover_size(const Effort&) {
  const std::string id = "positional.cover-size";
  const std::string constant = "theory/proofs/learnability.v";
  const LayerShape two_heads{.n = 2, .d = 2, .dV = 1, .dP = 1, .dm = 1, .dh = 2, .H = 2};
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witnesses(two_layers(), theory::split_one("inputs_of_WV", theory::evaluate()))},
      {id, "repaired", true, theory::proof("theory/proofs/bound_cover_inputs.v", "cover_inputs")},
      {id, "repaired", true, one_instance(random_network(61, 2, two_heads, {Rational(1, 2), 0}))},
      {id, "finding_line_1", true, theory::proof("theory/proofs/bound_cover.v", "line_1")},
      {id, "finding_line_1", true, summands()},
      {id, "finding_line_3_has_no_constant", true,
       theory::proof("theory/proofs/bound_learnability.v", "line_3_has_no_constant")},
      {id, "finding_line_3_has_no_constant", true,
       constants("B2", {Rational(11, 10), Rational(11), Rational(1001), Rational(100001)})},
      {id, "finding_line_2_has_no_constant", true,
       theory::proof("theory/proofs/bound_learnability.v", "line_2_has_no_constant")},
      {id, "finding_line_2_has_no_constant", true,
       constants("Ls", {Rational(1, 2), Rational(1, 61), Rational(1, 6001), Rational(1, 600001)})},
      {id, "step_line_4", false, box("c", theory::whole_line, witnesses({{"L", 1}, {"H", 1}, {"Ls", 1}, {"B2", 1}}))},
  };
  findings.exhibits = {
      {"The inputs of WV in the second layer",
       "One token, one head, X = 1; W1 = (3/5, 4/5)^T, the other weights 1, ReLU.",
       Exhibit::Text{{"layer 1: F^(1) = (1, 1) (3/5, 4/5)^T = 7/5",
                      "layer 2 covers WV on inputs of norm 7/5; the printed size has B_X = 1 for it",
                      "and for the scores, whose input P has norm 1 in every layer, it has B^(1) B_P = sqrt(2)"}}},
      {"Equation 20, the powers of B2 in each line",
       "For H = L_sigma = 1 and large B2, where B^(l) grows like B2^(3l).",
       Exhibit::Table{{"L", "line 2", "line 3"},
                      {{"1", "B2^12", "B2^9"}, {"2", "B2^30", "B2^18"}, {"3", "B2^48", "B2^27"}}}},
      {"Equation 20, the last line", "H = L_sigma = B2 = 1: line 3 is B^(L)^2 = 2^L, and (H L_sigma B2)^(O(L)) is 1.",
       Exhibit::Text{
           {"L = 1: 1 * 1 * (sqrt(2))^2 * 1 = 2, asserted to be 1^c", "L = 10: 1024, asserted to be 1^(10 c)"}}}};
  findings.exhibits[0].sides = {"the inputs that WV is covered on have norm 1 at most",
                                "they have norm 7/5 in the second layer"};
  return findings;
}

}  // namespace attest::constructions
