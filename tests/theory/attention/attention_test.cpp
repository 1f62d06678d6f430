// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/attention.hpp"

#include "tests/theory/attention/generators.hpp"
#include "tests/theory/attention/reference.hpp"
#include "tests/theory/laws.hpp"

using namespace attest::theory;
using namespace attest::tests;
using Catch::Matchers::Contains;

TEST_CASE("attention with every option agrees with the formulas entry by entry") {
  rc::prop("exactly in base 2", [] {
    const std::size_t n = size(1, 4), d = size(1, 3);
    const Matrix<Rational> X = *matrices({n, d}, small_integers());
    std::vector<Head<Rational>> heads;
    for (std::size_t h = size(0, 2); h > 0; --h) {
      heads.push_back(any_head(n, d, small_integers(), rationals()));
      heads.back().weighting = Weighting::softmax_2;
    }
    const auto bO = optional_vector(d, rationals());
    const auto x = reference::rows<reference::Exact>(X);
    for (const auto& head : heads) {
      RC_ASSERT(reference::agree(attention_matrix(head, X), reference::attention_matrix(head, x)));
    }
    RC_ASSERT(reference::agree(attention_layer(heads, bO, X), reference::attention_layer(heads, bO, x)));
  });
  rc::prop("in base e, enclosed", [] {
    const std::size_t n = size(1, 4), d = size(1, 3);
    const Matrix<Rational> X = *matrices({n, d}, small_rationals());
    const Head<Rational> head = any_head(n, d, small_rationals(), small_rationals());
    const auto x = reference::rows<Wide>(X);
    const Matrix<Enclosure> layer = attention_layer({enclose(head, 128)}, {}, enclose(X, 128));
    RC_ASSERT(
        reference::agree(attention_matrix(enclose(head, 128), enclose(X, 128)), reference::attention_matrix(head, x)));
    RC_ASSERT(reference::agree(layer, reference::attention_layer<Wide>({head}, {}, x)));
    for (const Rational& width : layer.map([](const Enclosure& e) { return e.width(); }).column(0)) {
      RC_ASSERT(width < pow(Rational(2), -64));  // an enclosure that says nothing would agree with everything
    }
  });
}

TEST_CASE("attention by hand") {
  // One head, dH = 1, scores X_i X_j = ((0, 0), (0, 1)): weights (1/2, 1/2) and (1/3, 2/3).
  Head<Rational> head{.WQ = {{1}}, .WK = {{1}}, .WV = {{1}}, .WO = {{1}}};
  head.weighting = Weighting::softmax_2;
  const Matrix<Rational> X{{0}, {1}};
  CHECK(attention_matrix(head, X) ==
        Matrix<Rational>{{Rational(1, 2), Rational(1, 2)}, {Rational(1, 3), Rational(2, 3)}});
  CHECK(attention_layer<Rational>({head}, {}, X) == Matrix<Rational>{{Rational(1, 2)}, {Rational(5, 3)}});
  // Eq. 16: with WV = 0 the head adds bV times the row sum of A, which is 1.
  head.WV = {{0}};
  head.bV = {{3}};
  CHECK(attention_layer<Rational>({head, head}, {{1}}, X) == Matrix<Rational>{{7}, {8}});
}

TEST_CASE("what the papers say of attention matrices") {
  rc::prop("without C and mask they are right stochastic, whatever B is (Theorem 2)", [] {
    const std::size_t n = size(1, 4), d = size(1, 3);
    Head<Rational> head = any_head(n, d, small_integers(), rationals());
    head.C.reset();
    head.mask.reset();
    head.weighting = Weighting::softmax_2;
    const Matrix<Rational> X = *matrices({n, d}, small_integers());
    RC_ASSERT(is_right_stochastic(attention_matrix(head, X)) == Truth::yes);
  });
  rc::prop("WQ = 0, B = 0 and C a lower triangle of ones give A 1 = (1/n, ..., 1) for every X (Proposition 4)", [] {
    const std::size_t n = size(1, 5);
    Head<Rational> head{.WQ = {{0}}, .WK = {{1}}, .WV = {{1}}, .WO = {{1}}};
    head.weighting = Weighting::softmax_2;
    Vector<Rational> c(2 * n - 1, 0);
    for (std::size_t k = n - 1; k < c.size(); ++k) c[k] = 1;  // c_{i-j} = 1 for i >= j
    head.C = toeplitz(c, n);
    const Matrix<Rational> A = attention_matrix(head, *matrices({n, 1}, rationals()));
    for (std::size_t i = 0; i < n; ++i) {
      Rational row_sum;
      for (const Rational& entry : A.row(i)) row_sum += entry;
      RC_ASSERT(row_sum == Rational(static_cast<long>(i + 1), static_cast<long>(n)));
    }
  });
  rc::prop("under a causal mask a later token changes no earlier output", [] {
    const std::size_t n = size(2, 4), d = size(1, 3);
    Head<Rational> head = any_head(n, d, small_integers(), rationals());
    head.mask = Mask::causal(n);
    head.weighting = Weighting::softmax_2;
    Matrix<Rational> X = *matrices({n, d}, small_integers());
    const Matrix<Rational> before = attention_layer<Rational>({head}, {}, X);
    X.set_row(n - 1, any_vector(d, small_integers()));
    const Matrix<Rational> after = attention_layer<Rational>({head}, {}, X);
    for (std::size_t i = 0; i + 1 < n; ++i) RC_ASSERT(before.row(i) == after.row(i));
  });
  rc::prop("a given matrix is the attention matrix, for positional attention too", [] {
    const std::size_t n = size(1, 4);
    Head<Rational> head{.WV = Matrix<Rational>::identity(2), .WO = Matrix<Rational>::identity(2)};
    head.A = *matrices({n, n}, rationals());
    const Matrix<Rational> X = *matrices({n, 2}, rationals());
    RC_ASSERT(attention_layer<Rational>({head}, {}, X) == X + *head.A * X);
    RC_ASSERT(positional_attention_matrix(head, Matrix<Rational>::identity(n)) == *head.A);
  });
}

TEST_CASE("is_right_stochastic") {
  CHECK(is_right_stochastic(Matrix<Rational>{{Rational(1, 2), Rational(1, 2)}, {0, 1}}) == Truth::yes);
  CHECK(is_right_stochastic(Matrix<Rational>{{Rational(1, 2), Rational(1, 3)}, {0, 1}}) == Truth::no);
  CHECK(is_right_stochastic(Matrix<Rational>{{2, -1}, {0, 1}}) == Truth::no);
  CHECK(is_right_stochastic(Matrix<Rational>{{1, 0}}) == Truth::no);
  CHECK(is_right_stochastic(enclose(Matrix<Rational>{{Rational(1, 3), Rational(2, 3)}, {0, 1}}, 64)) == Truth::unknown);
  CHECK(is_right_stochastic(enclose(Matrix<Rational>{{Rational(1, 3), Rational(1, 3)}, {0, 1}}, 64)) == Truth::no);
}

TEST_CASE("shapes that do not fit") {
  Head<Rational> head{.WQ = {{1}}, .WK = {{1}}, .WV = {{1}}, .WO = {{1}}};
  head.weighting = Weighting::softmax_2;
  CHECK_THROWS_WITH(attention_matrix(head, Matrix<Rational>({2, 3})),
                    Contains("product of a 2 x 3 and a 1 x 1 matrix"));
  head.WK = {{1, 2}};
  CHECK_THROWS_AS(attention_matrix(head, Matrix<Rational>({2, 1})), std::invalid_argument);
  head.A = Matrix<Rational>({3, 2});
  CHECK_THROWS_WITH(attention_matrix(head, Matrix<Rational>({2, 1})), Contains("expected 2 x 2, found 3 x 2"));
}
