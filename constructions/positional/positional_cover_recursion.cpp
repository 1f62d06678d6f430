// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// One token, one head, equal weights: only the input differs, 1 against 0.
Bindings equal_weights() {
  const Value zero = Value::matrix({{0}}), one = Value::matrix({{1}});
  const Value W1 = Value::matrix({{Rational(3, 5)}, {Rational(4, 5)}});
  const Value R1 = Value::matrix({{Rational(4, 5), 0}, {Rational(-3, 5), 0}});
  return {{"n", 1},     {"d", 1},     {"dV", 1},   {"dh", 1},
          {"dP", 1},    {"dm", 1},    {"H", 1},    {"slopes", Value::vector({1, 0})},
          {"B2", 1},    {"P", zero},  {"Z", one},  {"Y", zero},
          {"WQ", zero}, {"WK", zero}, {"WV", one}, {"R", zero},
          {"W1", W1},   {"R1", R1},   {"W2", one}, {"R2", zero},
          {"VQ", zero}, {"VK", zero}, {"VV", one}, {"V1", W1},
          {"V2", one},  {"b", 1},     {"BP", 0},   {"eps", 1},
          {"e2", 0},    {"e1", 0},    {"eQK", 0},  {"eV", 0}};
}

// Random weights, approximations and radii that are large enough for them.
Bindings random_layer(std::uint64_t seed, const LayerShape& shape) {
  Draw draw(seed);
  const Rational B2(1);
  const long width = shape.H * shape.dV + shape.d;
  const BoundedMatrix WV = draw_bounded_stack(draw, shape.H, shape.d, shape.dV, B2);
  const BoundedMatrix W1 = draw_bounded(draw, width, shape.dh, B2), W2 = draw_bounded(draw, shape.dh, shape.d, B2);
  const RationalMatrix WQ = draw_small(draw, shape.H * shape.dP, shape.dm);
  const RationalMatrix WK = draw_small(draw, shape.H * shape.dP, shape.dm);
  const RationalMatrix Z = draw_small(draw, shape.n, shape.d);
  return {{"n", shape.n},
          {"d", shape.d},
          {"dV", shape.dV},
          {"dh", shape.dh},
          {"dP", shape.dP},
          {"dm", shape.dm},
          {"H", shape.H},
          {"slopes", Value::vector({1, Rational(-1, 2)})},
          {"B2", B2},
          {"P", Value::matrix(draw_small(draw, shape.n, shape.dP))},
          {"Z", Value::matrix(Z)},
          {"Y", Value::matrix(draw_near(draw, Z))},
          {"WQ", Value::matrix(WQ)},
          {"WK", Value::matrix(WK)},
          {"WV", Value::matrix(WV.W)},
          {"R", Value::matrix(WV.R)},
          {"W1", Value::matrix(W1.W)},
          {"R1", Value::matrix(W1.R)},
          {"W2", Value::matrix(W2.W)},
          {"R2", Value::matrix(W2.R)},
          {"VQ", Value::matrix(draw_near(draw, WQ))},
          {"VK", Value::matrix(draw_near(draw, WK))},
          {"VV", Value::matrix(draw_near(draw, WV.W))},
          {"V1", Value::matrix(draw_near(draw, W1.W))},
          {"V2", Value::matrix(draw_near(draw, W2.W))},
          {"b", 2},
          {"BP", 2},
          {"eps", 2},
          {"e2", 4},
          {"e1", 4},
          {"eQK", 4},
          {"eV", 4}};
}

}  // namespace

// Positional Attention, appendix C.3: the recursion of the covers' radii, against one layer.
Findings positional_cover_recursion(const Effort&) {
  const std::string id = "positional.cover-recursion";
  const LayerShape two_heads{.n = 2, .d = 2, .dV = 1, .dP = 1, .dm = 1, .dh = 2, .H = 2};
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witnesses(equal_weights())},
      {id, "repaired", true, theory::proof("theory/proofs/bound_output_moved.v", "cover_recursion")},
      {id, "repaired", true, one_instance(random_layer(31, two_heads))},
  };
  findings.exhibits = {
      {"One layer, equal weights",
       "B2 = L_sigma = H = 1; W1 = (3/5, 4/5)^T, the other weights 1; inputs 1 and 0, eps = 1.",
       Exhibit::Text{{"F(1) = (1, 1) (3/5, 4/5)^T = 7/5, F(0) = 0: the outputs are 7/5 apart",
                      "printed: L_sigma B2^3 eps = 1, the other radii are 0",
                      "repaired: L_sigma B2^2 sqrt(1 + H B2^2) eps = sqrt(2) = 1.414"}}},
      {"What is multiplied from layer to layer", "L_sigma = B2 = 1.",
       Exhibit::Table{{"H", "printed", "repaired", "after 10 layers: printed", "repaired"},
                      {{"1", "1", "1.414", "1", "32"}, {"3", "1", "2", "1", "1024"}, {"8", "1", "3", "1", "59049"}}}}};
  findings.exhibits[0].sides = {"the outputs are within 1", "they are 7/5 apart"};
  return findings;
}

}  // namespace attest::constructions
