// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/relative_bias.hpp"

#include "tests/theory/attention/generators.hpp"
#include "tests/theory/laws.hpp"

using namespace attest::theory;
using namespace attest::tests;
using Catch::Matchers::Contains;
using Bias = RelativeBias<Rational>;

namespace {

Matrix<Rational> evaluate(const Bias::Any& bias, const Matrix<Rational>& Q, const Matrix<Rational>& K) {
  return relative_bias<Rational>(bias, Q, K);
}

}  // namespace

TEST_CASE("biases by hand, n = 2") {
  const Matrix<Rational> Q{{1}, {2}}, K{{5}, {7}};
  // m_{-1}, m_0, m_1 = 10, 20, 30: b_12 = m_{-1}, b_21 = m_1.
  CHECK(evaluate(Bias::T5{{10, 20, 30}}, Q, K) == Matrix<Rational>{{20, 10}, {30, 20}});
  CHECK(evaluate(Bias::Shaw{{{10}, {20}, {30}}}, Q, K) == Matrix<Rational>{{20, 10}, {60, 40}});
  CHECK(evaluate(Bias::DeBERTa{{{10}, {20}, {30}}, {{1}, {2}, {3}}}, Q, K) ==
        Matrix<Rational>{{20 + 2 * 5, 10 + 1 * 7}, {60 + 3 * 5, 40 + 2 * 7}});
  CHECK(evaluate(Bias::TransformerXL{{{10}, {20}, {30}}, {{2}}, {100}, {1000}}, Q, K) ==
        Matrix<Rational>{{40 + 500 + 40000, 20 + 700 + 20000}, {120 + 500 + 60000, 80 + 700 + 40000}});
  CHECK(evaluate(Bias::ALiBi{Rational(1, 2)}, Q, K) == Matrix<Rational>{{0, Rational(-1, 2)}, {Rational(-1, 2), 0}});
  CHECK(evaluate(Bias::Dense{{{1, 2}, {3, 4}}}, Q, K) == Matrix<Rational>{{1, 2}, {3, 4}});
  CHECK(evaluate(Bias::None{}, Q, K) == Matrix<Rational>({2, 2}));
}

TEST_CASE("how the variants contain each other") {
  rc::prop("DeBERTa without s, and Transformer-XL without u and v and with WR = 1, are Shaw; T5 and ALiBi are Toeplitz",
           [] {
             const std::size_t n = size(1, 4), dH = size(1, 3);
             const Matrix<Rational> Q = *matrices({n, dH}, rationals()), K = *matrices({n, dH}, rationals());
             const Matrix<Rational> r = *matrices({2 * n - 1, dH}, rationals());
             const Matrix<Rational> shaw = evaluate(Bias::Shaw{r}, Q, K);
             const Vector<Rational> zero(dH, 0);
             RC_ASSERT(evaluate(Bias::DeBERTa{r, Matrix<Rational>(r.shape())}, Q, K) == shaw);
             RC_ASSERT(evaluate(Bias::TransformerXL{r, Matrix<Rational>::identity(dH), zero, zero}, Q, K) == shaw);
             for (const Bias::Any& bias :
                  {Bias::Any(Bias::T5{any_vector(2 * n - 1, rationals())}), Bias::Any(Bias::ALiBi{*rationals()})}) {
               const Matrix<Rational> B = evaluate(bias, Q, K);
               for (std::size_t i = 0; i + 1 < n; ++i) {
                 for (std::size_t j = 0; j + 1 < n; ++j) RC_ASSERT(B(i, j) == B(i + 1, j + 1));
               }
             }
           });
}

TEST_CASE("members of the wrong shape are named") {
  const Matrix<Rational> Q({2, 1}), K({2, 1});
  CHECK_THROWS_WITH(evaluate(Bias::T5{{1, 2}}, Q, K), Contains("expected 3 x 1, found 2 x 1"));
  CHECK_THROWS_WITH(evaluate(Bias::Shaw{Matrix<Rational>({3, 2})}, Q, K), Contains("r: expected 3 x 1, found 3 x 2"));
  CHECK_THROWS_WITH(evaluate(Bias::DeBERTa{Matrix<Rational>({3, 1}), Matrix<Rational>({2, 1})}, Q, K),
                    Contains("s: expected"));
  const Matrix<Rational> r({3, 2}), WR({2, 1});
  CHECK_THROWS_WITH(evaluate(Bias::TransformerXL{r, WR, {1, 2}, {1}}, Q, K),
                    Contains("u: expected 1 x 1, found 1 x 2"));
  CHECK_THROWS_WITH(evaluate(Bias::TransformerXL{r, WR, {1}, {}}, Q, K), Contains("v: expected"));
  CHECK_THROWS_WITH(evaluate(Bias::TransformerXL{r, Matrix<Rational>({3, 1}), {1}, {1}}, Q, K),
                    Contains("r: expected 3 x 3"));
  CHECK_THROWS_WITH(evaluate(Bias::TransformerXL{r, Matrix<Rational>({2, 2}), {1}, {1}}, Q, K),
                    Contains("WR: expected 2 x 1"));
  CHECK_THROWS_WITH(evaluate(Bias::Dense{Matrix<Rational>({2, 3})}, Q, K), Contains("B: expected 2 x 2"));
  CHECK_THROWS_WITH(evaluate(Bias::None{}, Q, Matrix<Rational>({2, 2})), Contains("keys X WK"));
}
