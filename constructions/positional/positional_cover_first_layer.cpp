// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// One token, one head, all of dimension 1, with WV = 1.
Bindings sizes() { return {{"n", 1}, {"d", 1}, {"dV", 1}, {"dP", 1}, {"dm", 1}, {"H", 1}}; }

Bindings small_slope() {
  const Value zero = Value::matrix({{0}}), one = Value::matrix({{1}});
  return sizes() + Bindings{{"Ls", Rational(1, 2)}, {"B2", 1},    {"P", zero}, {"X", one},
                            {"WQ", zero},           {"WK", zero}, {"WV", one}, {"R", zero}};
}

Bindings random_heads(std::uint64_t seed, const LayerShape& shape) {
  Draw draw(seed);
  const Rational s(2);
  const BoundedMatrix WV = draw_bounded_stack(draw, shape.H, shape.d, shape.dV, s);
  return {{"n", shape.n},
          {"d", shape.d},
          {"dV", shape.dV},
          {"dP", shape.dP},
          {"dm", shape.dm},
          {"H", shape.H},
          {"s", Value::vector(RationalVector(static_cast<std::size_t>(shape.H), s))},
          {"P", Value::matrix(draw_small(draw, shape.n, shape.dP))},
          {"X", Value::matrix(draw_small(draw, shape.n, shape.d))},
          {"WQ", Value::matrix(draw_small(draw, shape.H * shape.dP, shape.dm))},
          {"WK", Value::matrix(draw_small(draw, shape.H * shape.dP, shape.dm))},
          {"WV", Value::matrix(WV.W)},
          {"R", Value::matrix(WV.R)}};
}

// Values of dimension 1, where the norms are rational and the equality is decided.
Step rows_of_inputs() {
  Draw draw(41);
  return one_instance({{"n", 3},
                       {"d", 2},
                       {"dV", 1},
                       {"X", Value::matrix(draw_small(draw, 3, 2))},
                       {"D", Value::matrix(draw_small(draw, 2, 1))}});
}

}  // namespace

// Positional Attention, appendix C.3: the inputs of the first layer's covers.
Findings positional_cover_first_layer(const Effort&) {
  const std::string id = "positional.cover-first-layer";
  const LayerShape two_heads{.n = 2, .d = 2, .dV = 1, .dP = 1, .dm = 1, .dh = 1, .H = 2};
  const Value zero = Value::matrix({{0}}), one = Value::matrix({{1}});
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witnesses(small_slope())},
      {id, "repaired", true, theory::proof("theory/proofs/bound_bounded_layers.v", "mlp_input_norm")},
      {id, "repaired", true, one_instance(random_heads(42, two_heads))},
      {id, "finding_columns_as_printed", false, witnesses({{"n", 3}, {"H", 1}, {"X", Value::matrix({{1}, {1}, {1}})}})},
      {id, "finding_rows_of_the_input", true, theory::proof("theory/proofs/bound_norms.v", "rows_of_the_input")},
      {id, "finding_rows_of_the_input", true, rows_of_inputs()},
      {id, "finding_columns_of_the_input", false,
       witnesses({{"d", 2}, {"dV", 1}, {"X", Value::matrix({{1, 1}, {0, 0}})}, {"D", Value::matrix({{1}, {1}})}})},
      {id, "finding_members_of_the_cover", false,
       witnesses(
           {{"n", 1}, {"d", 1}, {"dV", 1}, {"H", 1}, {"B2", 1}, {"B21", 2}, {"X", one}, {"WV", Value::matrix({{2}})}})},
      {id, "finding_first_radius", false,
       witnesses({{"X", Value::matrix({{3}, {-3}})}, {"a", Rational(1, 4)}, {"b", Rational(-1, 4)}})},
  };
  findings.exhibits = {
      {"g comes before the activation", "One token, one head, WV = 1, X = 1, L_sigma = 1/2, B2 = 1.",
       Exhibit::Text{{"g = (1 * 1, 1) = (1, 1): norm sqrt(2) = 1.414",
                      "B^(1) B_X = L_sigma B2^2 sqrt(1 + H B2^2) = sqrt(2) / 2 = 0.707",
                      "with L_sigma B2^2 >= 1 the printed bound is large enough"}}},
      {"Columns of g", "n tokens X = (1, ..., 1)^T, one head, WV = 1: g has two columns of n ones.",
       Exhibit::Text{{"n = 3: ||g||_{2,inf} = sqrt(3), B^(1) B_X with rows of norm 1 = sqrt(2)"}}},
      {"Members of the cover of WV", "B2 = 1, B21 = 2: WV' = 2 has ||WV'||_{2,1} <= 2 and spectral norm 2.",
       Exhibit::Text{{"g = (2, 1): norm sqrt(5) = 2.236 > sqrt(1 + H B2^2) = 1.414"}}},
      {"The first radius without B_X", "X = (3, -3)^T, P = (1, -1)^T, WQ WK^T = 1/4 against -1/4.",
       Exhibit::Text{
           {"attention moves each head's output by 3 * 0.4898 = 1.469", "2 * B_P * eps_QK = 2 * 1 * 1/2 = 1"}}}};
  findings.exhibits[0].sides = {"the norm of g is at most 0.707", "it is sqrt(2) = 1.414"};
  return findings;
}

}  // namespace attest::constructions
