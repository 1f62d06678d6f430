// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

const RationalMatrix kPythagorean = {{Rational(3, 5)}, {Rational(4, 5)}};  // W1: its spectral norm is 1
// 1 - W1 W1^T = v v^T for v = (4/5, -3/5): R has the columns v and 0.
const RationalMatrix kPythagoreanR = {{Rational(4, 5), 0}, {Rational(-3, 5), 0}};

RationalMatrix below(RationalMatrix first, const RationalMatrix& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// Two layers, everything of dimension 1, ReLU. Only W2 of the first layer differs: 1 against 0.
Bindings two_layers() {
  const RationalMatrix zero = {{0}, {0}}, one = {{1}, {1}};
  const RationalMatrix W1 = below(kPythagorean, kPythagorean);
  return {{"ell", 2},
          {"n", 1},
          {"d", 1},
          {"dV", 1},
          {"dh", 1},
          {"dP", 1},
          {"dm", 1},
          {"H", 1},
          {"slopes", Value::vector({1, 0})},
          {"P", Value::matrix({{0}})},
          {"X", Value::matrix({{1}})},
          {"WQ", Value::matrix(zero)},
          {"WK", Value::matrix(zero)},
          {"WV", Value::matrix(one)},
          {"W1", Value::matrix(W1)},
          {"W2", Value::matrix(one)},
          {"VQ", Value::matrix(zero)},
          {"VK", Value::matrix(zero)},
          {"VV", Value::matrix(one)},
          {"V1", Value::matrix(W1)},
          {"V2", Value::matrix({{0}, {1}})},
          {"s1", 1},
          {"R1", Value::matrix(kPythagoreanR)},
          {"s2", 1},
          {"R2", Value::matrix({{0}})}};
}

// Two layers with random weights and approximations; the bounds are those of the last layer.
Bindings random_layers(std::uint64_t seed, long ell, const LayerShape& shape, const RationalVector& slopes) {
  Draw draw(seed);
  const Rational s(1), s1(2), s2(1, 2);
  const long width = shape.H * shape.dV + shape.d;
  const BoundedMatrix WV = draw_bounded_stack(draw, ell * shape.H, shape.d, shape.dV, s);
  const BoundedMatrix W1 = draw_bounded_stack(draw, ell, width, shape.dh, s1);
  const BoundedMatrix W2 = draw_bounded_stack(draw, ell, shape.dh, shape.d, s2);
  const RationalMatrix WQ = draw_small(draw, ell * shape.H * shape.dP, shape.dm);
  const RationalMatrix WK = draw_small(draw, ell * shape.H * shape.dP, shape.dm);
  auto last = [](const RationalMatrix& rows, long count) {
    return Value::matrix(RationalMatrix(rows.end() - count, rows.end()));
  };
  return {{"ell", ell},
          {"n", shape.n},
          {"d", shape.d},
          {"dV", shape.dV},
          {"dh", shape.dh},
          {"dP", shape.dP},
          {"dm", shape.dm},
          {"H", shape.H},
          {"slopes", Value::vector(slopes)},
          {"P", Value::matrix(draw_small(draw, shape.n, shape.dP))},
          {"X", Value::matrix(draw_small(draw, shape.n, shape.d))},
          {"WQ", Value::matrix(WQ)},
          {"WK", Value::matrix(WK)},
          {"WV", Value::matrix(WV.W)},
          {"W1", Value::matrix(W1.W)},
          {"W2", Value::matrix(W2.W)},
          {"VQ", Value::matrix(draw_near(draw, WQ))},
          {"VK", Value::matrix(draw_near(draw, WK))},
          {"VV", Value::matrix(draw_near(draw, WV.W))},
          {"V1", Value::matrix(draw_near(draw, W1.W))},
          {"V2", Value::matrix(draw_near(draw, W2.W))},
          {"s", Value::vector(RationalVector(static_cast<std::size_t>(shape.H), s))},
          {"R", last(WV.R, shape.H * shape.d)},
          {"s1", s1},
          {"R1", last(W1.R, width)},
          {"s2", s2},
          {"R2", last(W2.R, shape.dh)}};
}

// The exact input is 0, so the printed last term is 0, too; the values move by 10 on the approximate input 1.
Bindings zero_input() {
  const Value zero = Value::matrix({{0}}), one = Value::matrix({{1}});
  return {{"n", 1},
          {"d", 1},
          {"dV", 1},
          {"H", 1},
          {"Z", zero},
          {"Y", one},
          {"WQ", zero},
          {"WK", zero},
          {"WV", one},
          {"VV", Value::matrix({{11}})},
          {"s", Value::vector({1})},
          {"R", zero}};
}

}  // namespace

// Positional Attention, Lemma C.10: a layer's output, with the repair of Lemma C.9 and the last term's input.
Findings positional_lemma_c10(const Effort&) {
  const std::string id = "positional.lemma-c10";
  const LayerShape two_heads{.n = 2, .d = 2, .dV = 1, .dP = 1, .dm = 1, .dh = 2, .H = 2};
  Findings findings;
  findings.certificates = {
      {id, "printed", false, witnesses(two_layers())},
      {id, "repaired", true, theory::proof("theory/proofs/bound_output_moved.v", "lemma_c10")},
      {id, "repaired", true, one_instance(random_layers(101, 2, two_heads, {1, 0}))},
      {id, "repaired", true, one_instance(random_layers(102, 1, two_heads, {1, Rational(-1, 2)}))},
      {id, "finding_last_term_as_printed", false, witnesses(zero_input())},
  };
  findings.exhibits = {
      {"Two layers, one token, one head",
       "All weights 1 but W1 = (3/5, 4/5)^T in both layers; P = 0, X = 1, ReLU. W' differs in W2 of the first layer "
       "alone: "
       "0 for 1.",
       Exhibit::Text{{"layer 1: g = (1, 1), g W1 = 7/5, F = 7/5, and 0 for W'",
                      "layer 2: g = (7/5, 7/5), F = 49/25, and 0 for W'; left side 49/25",
                      "right side: only the third term is not 0: 1 * 1 * 1 * max(1, 1) * |7/5 - 0| = 7/5"}}},
      {"The last term with the exact input", "n = d = H = 1, Z = 0, Z' = 1, WV = 1, WV' = 11.",
       Exhibit::Text{{"f(Z) = (0, 0), f(Z') = (11, 1): left side sqrt(122) = 11.05",
                      "right side, repaired factor and printed last term: sqrt(2) * 1 + |(1 - 11) * 0| = 1.414",
                      "with Z' in the last term: sqrt(2) + 10 = 11.41"}}}};
  findings.exhibits[0].sides = {"the output moves by at most 7/5", "it moves by 49/25"};
  return findings;
}

}  // namespace attest::constructions
