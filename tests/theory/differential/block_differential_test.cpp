// SPDX-License-Identifier: Apache-2.0
#include "tests/theory/differential/generators.hpp"
#include "tests/theory/laws.hpp"
#include "theory/error.hpp"

using namespace attest::theory;
using namespace attest::tests;

namespace {

using Kind = Normalization<Rational>::Kind;

/// What stands under the root for this row, less eps: the variance, or for RMSNorm the mean of the squares.
Rational spread(Kind kind, const Vector<Rational>& x) {
  const Rational d(static_cast<long>(x.size()));
  Rational mean, sum;
  if (kind == Kind::layer_norm) {
    for (const Rational& e : x) mean += e / d;
  }
  for (const Rational& e : x) sum += (e - mean) * (e - mean) / d;
  return sum;
}

/// A normalization with eps > 0 whose root at this row is rational: its square is above the spread.
Normalization<Rational> any_rational_normalization(Kind kind, const Vector<Rational>& x) {
  const Rational least = spread(kind, x), root = max(least, Rational(1)) + Rational(*rc::gen::inRange(1, 4), 2);
  return {kind, root * root - least, any_vector(x.size(), small_rationals()), any_vector(x.size(), small_rationals())};
}

/// Rows with the same entries in another order, so that one eps makes the root of each of them rational.
Matrix<Rational> rearrangements(const Vector<Rational>& row, std::size_t n) {
  std::vector<Vector<Rational>> rows{row};
  while (rows.size() < n) {
    Vector<Rational> next = row;
    for (std::size_t j = next.size(); j > 1; --j) std::swap(next[j - 1], next[size(0, static_cast<int>(j) - 1)]);
    rows.push_back(next);
  }
  return Matrix<Rational>::from_rows(rows);
}

std::vector<Both<Head<Rational>>> any_given_heads(std::size_t n, std::size_t d) {
  std::vector<Both<Head<Rational>>> heads(size(0, 2));
  for (auto& head : heads) {
    head.engine.A = any_right_stochastic(n);
    head.record.emplace_back("A", value(*head.engine.A));
    choose_value_path(d, head);
  }
  return heads;
}

struct Stack {
  std::vector<Block<Rational>> engine;
  Value::List records;
};

}  // namespace

TEST_CASE("differential: one head with a given attention matrix") {
  rc::prop("exactly, for any matrix A", [] {
    const std::size_t n = size(1, 4), d = size(1, 3);
    Both<Head<Rational>> head;
    choose_value_path(d, head);
    const Matrix<Rational> A = any_rows({n, n}, rationals()), X = any_rows({n, d}, rationals());
    const auto expected =
        definition("head", {value(A), value(X), value(head.engine.WV),
                            value(or_zeros(head.engine.bV, head.engine.WV.columns())), value(head.engine.WO)});
    RC_ASSERT(exact_matrix(expected) == head_output(head.engine, A, X));
  });
}

TEST_CASE("differential: FFN, eq. 3") {
  rc::prop("exactly", [] {
    const std::size_t n = size(1, 4), d = size(1, 3);
    const FeedForward<Rational> ffn = any_feed_forward(d, rationals());
    const Matrix<Rational> X = any_rows({n, d}, rationals());
    const auto expected = definition("ffn", {value(X), value(ffn.W1), value(or_zeros(ffn.b1, ffn.W1.columns())),
                                             value(ffn.W2), value(or_zeros(ffn.b2, d))});
    RC_ASSERT(exact_matrix(expected) == feed_forward(ffn, X));
  });
}

TEST_CASE("differential: LayerNorm and RMSNorm") {
  for (const Kind kind : {Kind::layer_norm, Kind::rms_norm}) {
    const std::string name = kind == Kind::layer_norm ? "LayerNorm" : "RMSNorm";
    rc::prop(name + " exactly, where the root is rational", [&] {
      const Matrix<Rational> X = rearrangements(any_vector(size(1, 4), small_rationals()), size(1, 3));
      const Normalization<Rational> norm = any_rational_normalization(kind, X.row(0));
      RC_ASSERT(exact_matrix(definition("normalize", {value(X), value(norm)})) == normalize(norm, X));
    });
    rc::prop(name + " over enclosures, for any rows", [&] {
      const std::size_t d = size(1, 4);
      const Matrix<Rational> X = any_rows({size(1, 3), d}, small_rationals());
      const Normalization<Rational> norm{kind, abs(*small_rationals()) + Rational(1, 1000),
                                         any_vector(d, small_rationals()), any_vector(d, small_rationals())};
      const Matrix<Enclosure> found = normalize(enclose(norm, kPrecision), enclose(X, kPrecision));
      RC_ASSERT(compare(found, definition("normalize", {value(X), value(norm)})) == Agreement::overlap);
    });
    SECTION(name + ": the other normalization is seen to differ") {
      const Matrix<Rational> X{{1, 2, 5}};
      Normalization<Rational> norm{kind, 1, {1, 1, 1}, {0, 0, 0}};
      const auto expected = definition("normalize", {value(X), value(norm)});
      norm.kind = kind == Kind::layer_norm ? Kind::rms_norm : Kind::layer_norm;
      CHECK(compare(normalize(enclose(norm, kPrecision), enclose(X, kPrecision)), expected) == Agreement::disjoint);
    }
    SECTION(name + ": neither has a value where the root is 0") {
      const Matrix<Rational> X{{0, 0}};
      const Normalization<Rational> norm{kind, 0, {1, 1}, {0, 0}};
      CHECK_THROWS_AS(normalize(norm, X), attest::InputError);
      CHECK_THROWS_WITH(definition("normalize", {value(X), value(norm)}), Catch::Matchers::Contains("Rejected"));
    }
  }
}

TEST_CASE("differential: networks whose right stochastic matrices are given") {
  rc::prop("exactly, without normalizations", [] {
    const std::size_t n = size(1, 3), d = size(1, 3);
    const Matrix<Rational> X = any_rows({n, d}, small_rationals());
    Stack stack;
    for (std::size_t l = size(0, 2); l > 0; --l) {
      const auto heads = any_given_heads(n, d);
      stack.engine.push_back(any_block(d, heads));
      stack.records.push_back(value(stack.engine.back(), heads, d));
    }
    RC_ASSERT(exact_matrix(definition("network", {value(X), stack.records})) == transformer(stack.engine, X));
  });
  rc::prop("exactly, with normalizations, for identical rows", [] {
    // Right stochastic attention keeps the rows identical, so one eps makes every root of a layer rational.
    const std::size_t n = size(1, 3), d = size(1, 3);
    const Matrix<Rational> X = Matrix<Rational>::from_rows(std::vector(n, any_vector(d, small_rationals())));
    const auto heads = any_given_heads(n, d);
    Block<Rational> parameters = any_block(d, heads);
    const Matrix<Rational> Y = attention_layer(parameters.heads, parameters.bO, X);
    const auto any_kind = [] { return *rc::gen::element(Kind::none, Kind::layer_norm, Kind::rms_norm); };
    parameters.norm1 = any_rational_normalization(any_kind(), Y.row(0));
    const Matrix<Rational> Z = feed_forward(parameters.ffn, normalize(parameters.norm1, Y));
    parameters.norm2 = any_rational_normalization(any_kind(), Z.row(0));
    const auto expected = definition("block", {value(X), value(parameters, heads, d)});
    RC_ASSERT(exact_matrix(expected) == block(parameters, X));
  });
  rc::prop("the blocks in the other order are seen to differ, unless they give the same", [] {
    const std::size_t n = size(1, 2), d = 1;
    const Matrix<Rational> X = any_rows({n, d}, small_integers());
    const auto first = any_given_heads(n, d), second = any_given_heads(n, d);
    const Block<Rational> a = any_block(d, first), b = any_block(d, second);
    const Value::List records{value(a, first, d), value(b, second, d)};
    const Matrix<Rational> forward = transformer<Rational>({a, b}, X), backward = transformer<Rational>({b, a}, X);
    const Matrix<Rational> expected = exact_matrix(definition("network", {value(X), records}));
    RC_ASSERT(expected == forward);
    RC_ASSERT((expected == backward) == (forward == backward));
    RC_CLASSIFY(forward != backward);
  });
}

TEST_CASE("differential: networks that compute their attention by eq. 4") {
  rc::prop("every variant and normalization, up to two blocks", [] {
    const std::size_t n = size(1, 3), d = size(1, 2);
    const Matrix<Rational> X = any_rows({n, d}, small_integers());
    const Matrix<Rational> r = any_rows({2 * n - 1, size(1, 2)}, small_integers());
    Stack stack;
    for (std::size_t l = size(1, 2); l > 0; --l) {
      std::vector<Both<Head<Rational>>> heads(size(0, 2));
      for (auto& head : heads) {
        head = any_scores(any_variant(), d, r);
        choose_value_path(d, head);
      }
      Block<Rational> parameters = any_block(d, heads);
      parameters.norm1 = any_normalization(d, small_rationals());
      parameters.norm2 = any_normalization(d, small_rationals());
      stack.records.push_back(value(parameters, heads, d));
      stack.engine.push_back(std::move(parameters));
    }
    const Matrix<Enclosure> found = transformer(enclose(stack.engine, kPrecision), enclose(X, kPrecision));
    RC_ASSERT(compare(found, definition("rpe_network", {value(X), stack.records, value(r)})) == Agreement::overlap);
  });
}
