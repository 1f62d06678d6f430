// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// One token, one head, everything of dimension 1: attention is 1 whatever P and the scores are.
Bindings one_token() {
  const Value zero = Value::matrix({{0}}), one = Value::matrix({{1}});
  return {{"n", 1},     {"d", 1},     {"dV", 1},    {"dP", 1},
          {"dm", 1},    {"H", 1},     {"P", zero},  {"Z", one},
          {"Y", zero},  {"WQ", zero}, {"WK", zero}, {"WV", one},
          {"VQ", zero}, {"VK", zero}, {"VV", one},  {"s", Value::vector({1})},
          {"R", zero}};
}

// Random inputs, weights and approximations of these.
Bindings random_heads(std::uint64_t seed, const LayerShape& shape) {
  Draw draw(seed);
  const Rational s(draw.integer(1, 2));
  const BoundedMatrix WV = draw_bounded_stack(draw, shape.H, shape.d, shape.dV, s);
  const RationalMatrix WQ = draw_small(draw, shape.H * shape.dP, shape.dm);
  const RationalMatrix WK = draw_small(draw, shape.H * shape.dP, shape.dm);
  const RationalMatrix Z = draw_small(draw, shape.n, shape.d);
  return {{"n", shape.n},
          {"d", shape.d},
          {"dV", shape.dV},
          {"dP", shape.dP},
          {"dm", shape.dm},
          {"H", shape.H},
          {"P", Value::matrix(draw_small(draw, shape.n, shape.dP))},
          {"Z", Value::matrix(Z)},
          {"Y", Value::matrix(draw_near(draw, Z))},
          {"WQ", Value::matrix(WQ)},
          {"WK", Value::matrix(WK)},
          {"WV", Value::matrix(WV.W)},
          {"VQ", Value::matrix(draw_near(draw, WQ))},
          {"VK", Value::matrix(draw_near(draw, WK))},
          {"VV", Value::matrix(draw_near(draw, WV.W))},
          {"s", Value::vector(RationalVector(static_cast<std::size_t>(shape.H), s))},
          {"R", Value::matrix(WV.R)}};
}

Step value_matrices() {
  std::vector<Value> values;
  for (const Rational& w : {Rational(1), Rational(-1), Rational(1, 100), Rational(50)}) values.emplace_back(w);
  return instances("w", std::move(values), theory::evaluate());
}

}  // namespace

// Positional Attention, Lemma C.9: the concatenated heads move by sqrt(H + 1) times what is printed.
Findings positional_lemma_c9(const Effort&) {
  const std::string id = "positional.lemma-c9", file = "theory/proofs/bound_bounded_layers.v";
  const LayerShape two_heads{.n = 2, .d = 2, .dV = 1, .dP = 2, .dm = 1, .dh = 1, .H = 2};
  const LayerShape three_heads{.n = 3, .d = 1, .dV = 2, .dP = 1, .dm = 2, .dh = 1, .H = 3};
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witnesses(one_token())},
      {id, "repaired", true, theory::proof(file, "lemma_c9")},
      {id, "repaired", true, one_instance(random_heads(91, two_heads))},
      {id, "repaired", true, one_instance(random_heads(92, three_heads))},
      {id, "finding_in_the_printed_shape", true,
       theory::proof("theory/proofs/bound_bounded_layers_shape.v", "lemma_c9_in_its_shape")},
      {id, "finding_in_the_printed_shape", true, one_instance(random_heads(93, two_heads))},
      {id, "finding_every_value_matrix", true,
       theory::proof("theory/proofs/bound_learnability.v", "every_value_matrix")},
      {id, "finding_every_value_matrix", true, value_matrices()},
  };
  findings.exhibits = {
      {"One token, one head", "n = d = H = 1: attention is 1. WV = WV' = 1, Z = 1, Z' = 0; the scores play no part.",
       Exhibit::Text{{"f(Z) = [1 * 1 * 1, 1] = (1, 1), f(Z') = (0, 0)", "left side: |(1, 1)| = sqrt(2) = 1.414...",
                      "right side: max(1, 1) (|1 - 0| + 0) + 0 = 1"}}},
      {"What H heads cost",
       "WV_h = 1 for all heads, one token: the left side is sqrt(H + 1), the printed right side 1.",
       Exhibit::Table{
           {"H", "left side", "printed right side", "repaired right side"},
           {{"1", "sqrt(2)", "1", "sqrt(2)"}, {"3", "2", "1", "2"}, {"8", "3", "1", "3"}, {"15", "4", "1", "4"}}}}};
  findings.exhibits[0].sides = {"the heads move by at most 1", "they move by sqrt(2) = 1.414"};
  return findings;
}

}  // namespace attest::constructions
