// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Bindings random_network(std::uint64_t seed, long layers, const LayerShape& shape, const RationalVector& slopes) {
  Draw draw(seed);
  return draw_network(draw, "L", layers, shape, slopes, Rational(3, 2));
}

// The same for one layer, each matrix with its own bound.
Bindings random_layer(std::uint64_t seed, const LayerShape& shape) {
  Draw draw(seed);
  const Rational s(2), s1(1, 2), s2(3);
  const long width = shape.H * shape.dV + shape.d;
  const BoundedMatrix WV = draw_bounded_stack(draw, shape.H, shape.d, shape.dV, s);
  const BoundedMatrix W1 = draw_bounded(draw, width, shape.dh, s1), W2 = draw_bounded(draw, shape.dh, shape.d, s2);
  return {{"n", shape.n},
          {"d", shape.d},
          {"dV", shape.dV},
          {"dh", shape.dh},
          {"dP", shape.dP},
          {"dm", shape.dm},
          {"H", shape.H},
          {"slopes", Value::vector({1, Rational(1, 3)})},
          {"P", Value::matrix(draw_small(draw, shape.n, shape.dP))},
          {"X", Value::matrix(draw_small(draw, shape.n, shape.d))},
          {"WQ", Value::matrix(draw_small(draw, shape.H * shape.dP, shape.dm))},
          {"WK", Value::matrix(draw_small(draw, shape.H * shape.dP, shape.dm))},
          {"WV", Value::matrix(WV.W)},
          {"s", Value::vector(RationalVector(static_cast<std::size_t>(shape.H), s))},
          {"R", Value::matrix(WV.R)},
          {"W1", Value::matrix(W1.W)},
          {"s1", s1},
          {"R1", Value::matrix(W1.R)},
          {"W2", Value::matrix(W2.W)},
          {"s2", s2},
          {"R2", Value::matrix(W2.R)}};
}

}  // namespace

// Positional Attention, appendix C.3: the norm of L layers' output, and a network that attains it.
Findings positional_norm_growth(const Effort& effort) {
  const std::string id = "positional.norm-growth";
  const LayerShape two_heads{.n = 2, .d = 2, .dV = 1, .dP = 1, .dm = 1, .dh = 2, .H = 2};
  const Rational half(1, 2);
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_bounded_networks.v", "norm_growth")},
      {id, "printed", true, one_instance(random_network(11, 2, two_heads, {1, 0}))},
      {id, "printed", true, one_instance(random_network(12, 3, two_heads, {1, -2}))},
      {id, "finding_one_layer", true, theory::proof("theory/proofs/bound_layer_growth.v", "layer_growth")},
      {id, "finding_one_layer", true, one_instance(random_layer(13, two_heads))},
      {id, "finding_attained", true, theory::proof("theory/proofs/bound_growth_attained.v", "growth_attained")},
      {id, "finding_attained", true,
       range("L", 1, effort.thorough ? 20 : 8,
             witness("a", Value::vector({half, half, half, half}), theory::evaluate()))},
      {id, "finding_attention_has_norm_at_most_1", false,
       witnesses({{"n", 2}, {"A", Value::matrix({{1, 0}, {1, 0}})}, {"v", Value::vector({1, 0})}})},
  };
  findings.exhibits = {
      {"The bound is attained: H = 3, B2 = 1, ReLU",
       "One token of dimension 1, all values WV = 1, W1 = (1/2, 1/2, 1/2, 1/2)^T, W2 = 1. With H = 1 and W1 = "
       "(1, 1)^T / sqrt(2) the factor is sqrt(2): it grows with L although H = L_sigma = B2 = 1.",
       Exhibit::Table{
           {"L", "g = [three heads, input]", "output", "B^(L)"},
           {{"1", "(1, 1, 1, 1)", "2", "2"}, {"2", "(2, 2, 2, 2)", "4", "4"}, {"3", "(4, 4, 4, 4)", "8", "8"}}}},
      {"An attention matrix is no contraction of columns", "Both tokens attend to the first: A = ((1, 0), (1, 0)).",
       Exhibit::Text{{"A (1, 0)^T = (1, 1)^T: from norm 1 to sqrt(2), so ||A||_2 = sqrt(2)",
                      "rows: each row of A Z is an average of rows of Z, so ||(A Z)^T||_{2,inf} <= ||Z^T||_{2,inf}"}}}};
  return findings;
}

}  // namespace attest::constructions
