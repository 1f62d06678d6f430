// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/softmax_bound.hpp"

#include "tests/theory/attention/generators.hpp"
#include "tests/theory/laws.hpp"
#include "tests/theory/wide.hpp"
#include "theory/error.hpp"

using namespace attest::theory;
using namespace attest::tests;
using Catch::Matchers::Contains;

namespace {

long any_n() { return *rc::gen::inRange(1, 9); }

/// 0 < eps < 1; small, near (n-1)/n and near 1 too.
Rational any_eps(long n) {
  const Rational k(*rc::gen::inRange(1, 1000000));
  const Rational edge(n > 1 ? n - 1 : 1, n > 1 ? n : 2);
  return *rc::gen::element(Rational(1) / (k + 1), Rational(1) - Rational(1) / (k + 1), edge,
                           edge * (Rational(1) - Rational(1) / (k + 1)));
}

Matrix<Rational> any_pattern(std::size_t n) {
  Matrix<Rational> pattern({n, n});
  for (std::size_t i = 0; i < n; ++i) pattern(i, size(0, static_cast<int>(n) - 1)) = 1;
  return pattern;
}

}  // namespace

TEST_CASE("the closed form of the error is the greatest error of the softmax pattern") {
  rc::prop("for every pattern and T", [] {
    const long n = any_n();
    const Rational T = abs(*small_rationals());
    const Matrix<Rational> pattern = any_pattern(static_cast<std::size_t>(n));
    const Enclosure by_definition = softmax_pattern_error(pattern, Enclosure(T, 256));
    const Enclosure closed = softmax_pattern_error(n, Enclosure(T, 256));
    RC_ASSERT((by_definition == closed) != Truth::no);
    RC_ASSERT(by_definition.width() + closed.width() < pow(Rational(2), -200));
    const Wide second = Wide(n - 1) / (exp(wide(Rational(2) * T)) + Wide(n - 1));
    RC_ASSERT(agree(closed, second));
  });
}

TEST_CASE("the least temperature is the least") {
  rc::prop("just below it the error is above eps, just above it it is not", [] {
    const long n = any_n();
    const Rational eps = any_eps(n), width = pow(Rational(2), -*rc::gen::inRange(1, 150));
    const Enclosure least = least_temperature(n, eps, width);
    RC_ASSERT(least.width() <= width);
    RC_ASSERT((softmax_pattern_error(n, Enclosure(least.upper() + width, 512)) <= Enclosure(eps, 512)) == Truth::yes);
    if (least.lower() > width) {
      RC_ASSERT((softmax_pattern_error(n, Enclosure(least.lower() - width, 512)) > Enclosure(eps, 512)) == Truth::yes);
    }
  });
  rc::prop("it is 0 exactly if eps >= (n-1)/n", [] {
    const long n = any_n();
    const Rational eps = any_eps(n);
    const Enclosure least = least_temperature(n, eps, Rational(1, 1000));
    RC_ASSERT((least.is_exact() && least.contains(Rational(0))) == (eps >= Rational(n - 1, n)));
  });
  rc::prop("the printed one is no smaller", [] {
    const long n = any_n();
    const Rational eps = any_eps(n);
    RC_ASSERT((printed_temperature(n, eps, 256) > least_temperature(n, eps, pow(Rational(2), -200))) == Truth::yes);
    RC_ASSERT(agree(printed_temperature(n, eps, 256), log(wide(Rational(n) / eps)) / Wide(2)));
  });
}

TEST_CASE("the rational temperature is enough and close to the least") {
  rc::prop("by the definition of the pattern", [] {
    const long n = any_n();
    const Rational eps = any_eps(n), width = pow(Rational(2), -*rc::gen::inRange(1, 100));
    const Rational T = sufficient_temperature(n, eps, width);
    RC_ASSERT(T > 0);
    const Enclosure error = softmax_pattern_error(any_pattern(static_cast<std::size_t>(n)), Enclosure(T, 512));
    RC_ASSERT((error <= Enclosure(eps, 512)) == Truth::yes);
    RC_ASSERT((Enclosure(T - width, 512) <= least_temperature(n, eps, width)) != Truth::no);
  });
  // n = 2, eps = 1/4: the error is 1/(e^2T + 1), so T = 1/2 ln 3 = 0.5493...
  const Rational T = sufficient_temperature(2, Rational(1, 4), Rational(1, 1000));
  CHECK(T > Rational(5493, 10000));
  CHECK(T < Rational(5504, 10000));
}

TEST_CASE("the domain of Lemma B.3") {
  CHECK_THROWS_WITH(least_temperature(0, Rational(1, 2), 1), Contains("n: expected an integer >= 1, found 0"));
  for (const Rational& eps : {Rational(0), Rational(1), Rational(-1, 2), Rational(3, 2)}) {
    CHECK_THROWS_WITH(least_temperature(3, eps, 1), Contains("eps: expected 0 < eps < 1"));
    CHECK_THROWS_AS(printed_temperature(3, eps, 64), attest::InputError);
    CHECK_THROWS_AS(sufficient_temperature(3, eps, 1), attest::InputError);
  }
  CHECK_THROWS_WITH(least_temperature(3, Rational(1, 2), 0), Contains("width: expected a number > 0"));
  CHECK_THROWS_AS(sufficient_temperature(3, Rational(1, 2), -1), attest::InputError);
  CHECK_THROWS_AS(softmax_pattern_error(0, Enclosure(1)), attest::InputError);
  for (const Matrix<Rational>& pattern :
       {Matrix<Rational>{{1, 1}, {0, 1}}, Matrix<Rational>{{0, 0}, {0, 1}},
        Matrix<Rational>{{Rational(1, 2), Rational(1, 2)}, {0, 1}}, Matrix<Rational>{{1, 0}}}) {
    CHECK_THROWS_WITH(softmax_pattern_error(pattern, Enclosure(1)), Contains("exactly one 1 in each row"));
  }
}
