// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/positional/bindings.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Encodings of dimension 1; the scores of row i are q p_i p_j before and 0 after.
Bindings one_head(const RationalVector& p, const Rational& q) {
  RationalMatrix P;
  for (const Rational& entry : p) P.push_back({entry});
  const Value zero = Value::matrix({{0}}), one = Value::matrix({{1}});
  return {{"n", static_cast<long>(p.size())},
          {"d", 1},
          {"dP", 1},
          {"dm", 1},
          {"H", 1},
          {"P", Value::matrix(P)},
          {"Z", Value::matrix(P)},
          {"WQ", Value::matrix({{q}})},
          {"WK", one},
          {"VQ", zero},
          {"VK", zero}};
}

// One token, two heads, all norms rational, so that the equalities are decided: attention is 1 and only the scores
// move.
Bindings one_token() {
  const Value ones = Value::matrix({{1}, {1}});
  return {{"n", 1},
          {"d", 1},
          {"dP", 1},
          {"dm", 1},
          {"H", 2},
          {"P", Value::matrix({{Rational(3, 2)}})},
          {"Z", Value::matrix({{-2}})},
          {"WQ", ones},
          {"WK", ones},
          {"VQ", Value::matrix({{0}, {Rational(1, 3)}})},
          {"VK", ones}};
}

Step sums_of_zero() {
  return theory::exhaustive(
      "n", {one_instance({{"p", Value::vector({0})}}), one_instance({{"p", Value::vector({2, -2})}}),
            instances("p",
                      {Value::vector({2, -1, -1}), Value::vector({Rational(1, 2), Rational(1, 3), Rational(-5, 6)}),
                       Value::vector({1, -1, 0})},
                      theory::evaluate())});
}

}  // namespace

// Positional Attention, eq. 14 line by line, with the scores where attention matrices are printed.
Findings positional_eq_14(const Effort&) {
  const std::string id = "positional.eq-14";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_eq_14.v", "eq_14")},
      {id, "printed", true, one_instance(one_token())},
      {id, "literal", false, witnesses(one_head({1, 1, -1, -1}, 1))},
      {id, "finding_line_5_as_printed", false, witnesses(one_head({1, -1}, 1))},
      {id, "finding_up_to_three_tokens", true, theory::proof("theory/proofs/bound_lemma_c6.v", "up_to_three")},
      {id, "finding_up_to_three_tokens", true, sums_of_zero()},
  };
  findings.exhibits = {
      {"The fourth line as it stands: four tokens", "P = Z = (1, 1, -1, -1)^T, WQ = WK = 1 before and 0 after.",
       Exhibit::Text{{"first row: scores (1, 1, -1, -1), then (0, 0, 0, 0)",
                      "attention: (0.440, 0.440, 0.060, 0.060), then (1/4, 1/4, 1/4, 1/4)",
                      "difference: 0.190 in every entry: 1-norm 0.762, sup norm 0.190",
                      "asserted: 0.762 <= 2 * 0.190 = 0.381; with the scores: 0.762 <= 2 * 1"}}},
      {"The fifth line as it stands: two tokens", "P = Z = (1, -1)^T, WQ = WK = 1 before and 0 after.",
       Exhibit::Text{{"attention: (0.881, 0.119), then (1/2, 1/2): sup norm of the difference 0.381",
                      "sup norm of P (WK WQ^T - 0) P^T = 1", "asserted: 0.381 = 1"}}}};
  return findings;
}

}  // namespace attest::constructions
