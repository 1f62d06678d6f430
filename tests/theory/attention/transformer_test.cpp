// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/transformer.hpp"

#include "tests/theory/attention/generators.hpp"
#include "tests/theory/attention/reference.hpp"
#include "tests/theory/laws.hpp"
#include "theory/error.hpp"

using namespace attest::theory;
using namespace attest::tests;
using Catch::Matchers::Contains;

namespace {

Block<Rational> any_block(std::size_t n, std::size_t d) {
  Block<Rational> block;
  for (std::size_t h = size(0, 2); h > 0; --h)
    block.heads.push_back(any_head(n, d, small_integers(), small_rationals()));
  block.bO = optional_vector(d, small_rationals());
  block.ffn = any_feed_forward(d, small_rationals());
  block.norm1 = any_normalization(d, small_rationals());
  block.norm2 = any_normalization(d, small_rationals());
  return block;
}

bool is_finite(const Matrix<Enclosure>& a) {
  for (const auto& row : a.to_rows()) {
    for (const Enclosure& entry : row) {
      if (!entry.is_finite()) return false;
    }
  }
  return true;
}

/// A head whose attention matrix is given, with WV = WO = 1.
Head<Rational> given(const Matrix<Rational>& A, std::size_t d) {
  return {.WV = Matrix<Rational>::identity(d), .WO = Matrix<Rational>::identity(d), .A = A};
}

}  // namespace

TEST_CASE("FFN agrees with eq. 3 entry by entry") {
  rc::prop("exactly", [] {
    const std::size_t n = size(1, 4), d = size(1, 3);
    const FeedForward<Rational> ffn = any_feed_forward(d, rationals());
    const Matrix<Rational> X = *matrices({n, d}, rationals());
    RC_ASSERT(
        reference::agree(feed_forward(ffn, X), reference::feed_forward(ffn, reference::rows<reference::Exact>(X))));
  });
}

TEST_CASE("a Transformer in base e agrees with MPFI") {
  rc::prop("post-normalization, one block", [] {
    const std::size_t n = size(1, 3), d = size(1, 3);
    const Block<Rational> parameters = any_block(n, d);
    const Matrix<Rational> X = *matrices({n, d}, small_integers());
    const auto attended = reference::attention_layer(parameters.heads, parameters.bO, reference::rows<Wide>(X));
    const auto y = reference::normalize(parameters.norm1, attended);
    const auto expected = reference::normalize(parameters.norm2, reference::feed_forward(parameters.ffn, y));
    const Matrix<Enclosure> found = block(enclose(parameters, 256), enclose(X, 256));
    RC_ASSERT(is_finite(found));
    RC_ASSERT(reference::agree(found, expected));
  });
  rc::prop("pre-normalization: Y = X + heads(norm1(X)), Z = Y + MLP(norm2(Y))", [] {
    const std::size_t n = size(1, 3), d = size(1, 3);
    Block<Rational> parameters = any_block(n, d);
    parameters.placement = Placement::pre;
    const Block<Enclosure> p = enclose(parameters, 128);
    const Matrix<Enclosure> X = enclose(*matrices({n, d}, small_integers()), 128);
    const Matrix<Enclosure> normalized = normalize(p.norm1, X);
    const Matrix<Enclosure> Y = X + (attention_layer(p.heads, p.bO, normalized) - normalized);
    const Matrix<Enclosure> again = normalize(p.norm2, Y);
    const Matrix<Enclosure> Z = Y + (feed_forward(p.ffn, again) - again), found = block(p, X);
    RC_ASSERT(is_finite(Z));
    RC_ASSERT(is_finite(found));
    for (std::size_t i = 0; i < n; ++i) {
      // Both contain the value, and neither need contain the other's midpoint.
      for (std::size_t j = 0; j < d; ++j) RC_ASSERT((Z(i, j) - found(i, j)).contains(Rational(0)));
    }
  });
}

TEST_CASE("a stack applies the first block first, and keeps what each gives") {
  // Block 1 doubles (A = 1), block 2 adds the other row (A = a swap).
  Block<Rational> first{.ffn = {.W1 = {{0}}, .W2 = {{0}}}}, second = first;
  first.heads = {given({{1, 0}, {0, 1}}, 1)};
  second.heads = {given({{0, 1}, {1, 0}}, 1)};
  second.bO = {{100}};
  const Matrix<Rational> X{{1}, {10}};
  const auto trace = transformer_trace<Rational>({first, second}, X);
  REQUIRE(trace.size() == 3);
  CHECK(trace[0] == X);
  CHECK(trace[1] == Matrix<Rational>{{2}, {20}});
  CHECK(trace[2] == Matrix<Rational>{{122}, {122}});
  CHECK(transformer<Rational>({first, second}, X) == trace[2]);
  CHECK(transformer<Rational>({}, X) == X);
}

TEST_CASE("identical rows stay identical under right stochastic matrices (the proof of Theorem 2)") {
  rc::prop("at any depth, exactly", [] {
    const std::size_t n = size(1, 4), d = size(1, 3);
    std::vector<Block<Rational>> blocks(size(0, 3));
    for (Block<Rational>& b : blocks) {
      b.heads = {any_head(n, d, small_integers(), small_rationals())};
      b.heads[0].A = weights(*matrices({n, n}, small_integers()), Weighting::softmax_2);
      b.ffn = any_feed_forward(d, small_rationals());
    }
    const Vector<Rational> row = any_vector(d, rationals());
    const Matrix<Rational> Y = transformer(blocks, Matrix<Rational>::from_rows(std::vector(n, row)));
    for (std::size_t i = 0; i < n; ++i) RC_ASSERT(Y.row(i) == Y.row(0));
  });
}

TEST_CASE("a layer of Positional Attention, by hand") {
  // (A X WV WO) beside X, with A a swap, WV = 2, WO = (1 10).
  CHECK(positional_layer_input<Rational>({{{0, 1}, {1, 0}}}, {{{2}}}, {{1, 10}}, {{3}, {4}}) ==
        Matrix<Rational>{{8, 80, 3}, {6, 60, 4}});
  // Two heads are concatenated before WO.
  CHECK(positional_layer_input<Rational>({{{1}}, {{1}}}, {{{2}}, {{5}}}, {{1}, {100}}, {{3}}) ==
        Matrix<Rational>{{3 * 2 + 100 * 3 * 5, 3}});
  CHECK_THROWS_WITH(positional_layer_input<Rational>({{{1}}}, {}, {{1}}, {{3}}),
                    Contains("1 attention matrices and 0"));
}

TEST_CASE("an error names the block") {
  Block<Rational> good{.ffn = {.W1 = {{0}}, .W2 = {{0}}}}, bad = good;
  bad.norm1 = {Normalization<Rational>::Kind::layer_norm, 0, {1}, {0}};
  CHECK_THROWS_WITH((transformer<Rational>({good, bad}, {{1}})), Contains("block 2: normalization"));
  CHECK_THROWS_AS((transformer<Rational>({good, bad}, {{1}})), attest::InputError);
  bad = good;
  bad.ffn.W1 = {{1}, {2}};
  CHECK_THROWS_WITH((transformer<Rational>({bad}, {{1}})), Contains("block 1: product of a 1 x 1 and a 2 x 1 matrix"));
  bad = good;
  bad.heads = {Head<Rational>{.WQ = {{1}}, .WK = {{1}}, .WV = {{1}}, .WO = {{1}}}};
  CHECK_THROWS_WITH((transformer<Rational>({good, good, bad}, {{1}})), Contains("block 3: softmax: base e"));
}
