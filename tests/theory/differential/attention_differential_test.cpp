// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/theory/differential/generators.hpp"
#include "tests/theory/laws.hpp"
#include "theory/attention/softmax_bound.hpp"

using namespace attest::theory;
using namespace attest::tests;

namespace {

Matrix<Enclosure> enclosed_attention(const Head<Rational>& head, const Matrix<Rational>& X) {
  return attention_matrix(enclose(head, kPrecision), enclose(X, kPrecision));
}

/// The bias alone: what `relative_bias` and the definition named after the variant say of the same Q and K.
void expect_equal_biases(const std::string& variant) {
  const std::size_t n = size(1, 4), d = size(1, 3);
  const Matrix<Rational> r = any_rows({2 * n - 1, size(1, 3)}, small_integers());
  const Both<Head<Rational>> head = any_scores(variant, d, r);
  const std::size_t dH = head.engine.WQ.columns();
  const Matrix<Rational> Q = any_rows({n, dH}, rationals()), K = any_rows({n, dH}, rationals());
  RC_ASSERT(exact_matrix(definition("bias", {head.record, value(Q), value(K), value(r)})) ==
            relative_bias<Rational>(head.engine.bias, Q, K));
}

Vector<Rational> reversed(Vector<Rational> x) {
  std::reverse(x.begin(), x.end());
  return x;
}

}  // namespace

TEST_CASE("differential: the matrix product") {
  rc::prop("is matmul, exactly", [] {
    const std::size_t m = size(1, 4), n = size(1, 4), p = size(1, 4);
    const Matrix<Rational> a = any_rows({m, n}, rationals()), b = any_rows({n, p}, rationals());
    RC_ASSERT(exact_matrix(definition("matmul", {value(a), value(b)})) == a * b);
  });
}

TEST_CASE("differential: softmax in base e") {
  rc::prop("ties and single scores among them", [] {
    const Matrix<Rational> S = any_rows({size(1, 3), size(1, 4)}, small_rationals());
    const Matrix<Enclosure> found = weights(enclose(S, kPrecision), Weighting::softmax_e);
    RC_ASSERT(compare(found, definition("softmax_rows", {value(S)})) == Agreement::overlap);
  });
  SECTION("another base is seen to differ") {
    const Matrix<Rational> S{{0, 1}};
    const auto expected = definition("softmax_rows", {value(S)});
    CHECK(compare(weights(enclose(S, kPrecision), Weighting::softmax_e), expected) == Agreement::overlap);
    CHECK(compare(weights(enclose(S, kPrecision), Weighting::softmax_2), expected) == Agreement::disjoint);
  }
}

TEST_CASE("differential: each bias, exactly") {
  for (const std::string variant : {"none", "t5", "shaw", "deberta", "transformer_xl"}) {
    rc::prop(variant, [&] { expect_equal_biases(variant); });
  }
  rc::prop("a family read as j-i is seen to differ, unless it is symmetric", [] {
    const std::size_t n = size(1, 4);
    const Vector<Rational> m = any_vector(2 * n - 1, small_integers());
    const auto expected = definition("bias_t5", {Rational(static_cast<long>(n)), value(m)});
    RC_ASSERT((exact_matrix(expected) == toeplitz(reversed(m), n)) == (m == reversed(m)));
  });
}

TEST_CASE("differential: RPE attention, eq. 4") {
  rc::prop("every variant", [] {
    const std::size_t n = size(1, 3), d = size(1, 3);
    const Matrix<Rational> X = any_rows({n, d}, small_integers());
    const Matrix<Rational> r = any_rows({2 * n - 1, size(1, 2)}, small_integers());
    const Both<Head<Rational>> head = any_scores(any_variant(), d, r);
    const auto expected = definition("rpe_attention", {head.record, value(X), value(r)});
    RC_ASSERT(compare(enclosed_attention(head.engine, X), expected) == Agreement::overlap);
  });
}

TEST_CASE("differential: URPE attention, eq. 8") {
  rc::prop("every variant, C a Toeplitz matrix", [] {
    const std::size_t n = size(1, 3), d = size(1, 3);
    const Matrix<Rational> X = any_rows({n, d}, small_integers());
    const Matrix<Rational> r = any_rows({2 * n - 1, size(1, 2)}, small_integers());
    Both<Head<Rational>> head = any_scores(any_variant(), d, r);
    const Vector<Rational> c = any_vector(2 * n - 1, small_rationals());
    head.engine.C = toeplitz(c, n);
    head.record.emplace_back("c", value(c));
    const auto expected = definition("urpe_attention", {head.record, value(X), value(r)});
    RC_ASSERT(compare(enclosed_attention(head.engine, X), expected) == Agreement::overlap);
  });
  SECTION("C applied before softmax, and C transposed, are seen to differ") {
    const Matrix<Rational> X{{1}, {2}}, r{{0}, {0}, {0}};
    const Vector<Rational> c{1, 2, 3};
    Head<Rational> head{.WQ = {{1}}, .WK = {{1}}};
    const Value record =
        Value::Record{{"WQ", value(head.WQ)}, {"WK", value(head.WK)}, {"variant", "none"}, {"c", value(c)}};
    const auto expected = definition("urpe_attention", {record, value(X), value(r)});
    head.C = toeplitz(c, 2);
    CHECK(compare(enclosed_attention(head, X), expected) == Agreement::overlap);
    const Matrix<Rational> scores = hadamard(X * transpose(X), *head.C);
    CHECK(compare(weights(enclose(scores, kPrecision), Weighting::softmax_e), expected) == Agreement::disjoint);
    head.C = toeplitz(reversed(c), 2);
    CHECK(compare(enclosed_attention(head, X), expected) == Agreement::disjoint);
  }
}

TEST_CASE("differential: right stochastic matrices") {
  rc::prop("also those that just fail to be, and those that are not square", [] {
    const std::size_t n = size(1, 4);
    Matrix<Rational> A = any_right_stochastic(n);
    if (coin()) A(size(0, static_cast<int>(n) - 1), size(0, static_cast<int>(n) - 1)) += *small_rationals();
    // The sums stay 1, but an entry may become negative.
    const Rational moved = *small_rationals();
    if (n > 1 && coin()) {
      A(0, 0) += moved;
      A(0, 1) -= moved;
    }
    if (coin()) A = beside(A, Matrix<Rational>({n, 1}));
    const bool expected = definition("is_right_stochastic", {value(A), Rational(static_cast<long>(n))}).get<bool>();
    RC_ASSERT(is_right_stochastic(A) == truth(expected));
    RC_CLASSIFY(expected);
  });
}

TEST_CASE("differential: the error of Lemma B.3") {
  rc::prop("by the definition of the pattern, and in closed form", [] {
    const std::size_t n = size(1, 5);
    Matrix<Rational> pattern({n, n});
    Vector<Rational> hits;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t hit = size(0, static_cast<int>(n) - 1);
      pattern(i, hit) = 1;
      hits.emplace_back(static_cast<long>(hit) + 1);
    }
    const Rational T = *small_rationals();
    const auto expected = definition_of_claim("positional_lemma_b3", "error", {value(hits), T});
    RC_ASSERT(compare(softmax_pattern_error(pattern, Enclosure(T, kPrecision)), expected) == Agreement::overlap);
    RC_ASSERT(compare(softmax_pattern_error(static_cast<long>(n), Enclosure(T, kPrecision)), expected) ==
              Agreement::overlap);
  });
  SECTION("one row more is seen to differ") {
    const auto expected = definition_of_claim("positional_lemma_b3", "error", {value(Vector<Rational>{2, 1}), 1});
    CHECK(compare(softmax_pattern_error(2, Enclosure(Rational(1), kPrecision)), expected) == Agreement::overlap);
    CHECK(compare(softmax_pattern_error(3, Enclosure(Rational(1), kPrecision)), expected) == Agreement::disjoint);
  }
}
