// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Bindings one_token() {
  const Value zero = Value::matrix({{0}}), one = Value::matrix({{1}});
  return {{"n", 1},
          {"d", 1},
          {"dV", 1},
          {"H", 1},
          {"A", one},
          {"B", one},
          {"Z", one},
          {"Y", zero},
          {"WV", one},
          {"VV", one},
          {"s", Value::vector({1})},
          {"R", zero}};
}

Bindings random_stacks(std::uint64_t seed, const LayerShape& shape) {
  Draw draw(seed);
  const Rational s(2);
  const BoundedMatrix WV = draw_bounded_stack(draw, shape.H, shape.d, shape.dV, s);
  const RationalMatrix A = draw_small(draw, shape.H * shape.n, shape.n), Z = draw_small(draw, shape.n, shape.d);
  return {{"n", shape.n},
          {"d", shape.d},
          {"dV", shape.dV},
          {"H", shape.H},
          {"A", Value::matrix(A)},
          {"B", Value::matrix(draw_near(draw, A))},
          {"Z", Value::matrix(Z)},
          {"Y", Value::matrix(draw_near(draw, Z))},
          {"WV", Value::matrix(WV.W)},
          {"VV", Value::matrix(draw_near(draw, WV.W))},
          {"s", Value::vector(RationalVector(static_cast<std::size_t>(shape.H), s))},
          {"R", Value::matrix(WV.R)}};
}

}  // namespace

// Positional Attention, eq. 11 line by line: stacked matrices are not matrices side by side.
Findings positional_eq_11(const Effort&) {
  const std::string id = "positional.eq-11";
  const Step lines = theory::split(
      {{"triangle", theory::evaluate()}, {"spectral", theory::evaluate()}, {"stacked_matrices", theory::evaluate()}});
  const LayerShape two_heads{.n = 2, .d = 2, .dV = 2, .dP = 1, .dm = 1, .dh = 1, .H = 2};
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witnesses(one_token(), theory::split_one("side_by_side", theory::evaluate()))},
      {id, "repaired", true, theory::proof("theory/proofs/bound_eq_11.v", "eq_11")},
      {id, "repaired", true, one_instance(random_stacks(111, two_heads), lines)},
      {id, "repaired", true, one_instance(random_stacks(112, two_heads), lines)},
  };
  findings.exhibits = {
      {"The last line, for one token and one head", "A = A' = 1, WV = WV' = 1, Z = 1, Z' = 0.",
       Exhibit::Text{{"stack of A Z - A' Z' = 1 and Z - Z' = 1: the column (1, 1)^T, norm sqrt(2)",
                      "side by side: (Z - Z')^T [A'^T, 1] = [1, 1], whose columns have norm 1; Z^T [A^T - A'^T] = 0",
                      "so sqrt(2) <= 1 is asserted"}}}};
  findings.exhibits[0].sides = {"the norm is at most 1", "it is sqrt(2) = 1.414"};
  return findings;
}

}  // namespace attest::constructions
