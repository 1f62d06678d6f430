// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/at5_bucket.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

using namespace attest::theory;

TEST_CASE("values by hand") {
  CHECK(at5_bucket_rounded(0, 5, 3) == 0);
  CHECK(at5_bucket_stepwise(0, 5, 3) == 0);
  CHECK(at5_bucket_rounded(4, 5, -2) == 0);
  CHECK(at5_bucket_stepwise(4, 5, -2) == 0);
  CHECK(at5_bucket_stepwise(4, 5, 0) == 0);
  CHECK(at5_bucket_rounded(1, 1, 18) == 1);
  CHECK(at5_bucket_rounded(1, 1, 17) == 1 - std::ldexp(1.0F, -24));
  CHECK(at5_bucket_rounded(117, 120, 15) == 1 - 7 * std::ldexp(1.0F, -24));
  CHECK(at5_bucket_rounded(118, 120, 15) == 1 - 7 * std::ldexp(1.0F, -24));
}

TEST_CASE("rounded once, it is within half a unit of binary64's value") {
  for (long n : {1L, 7L, 50L}) {
    for (const Rational& gamma : {Rational(1, 10), Rational(5), Rational(10)}) {
      for (long l = 1; l <= n; ++l) {
        const float value = at5_bucket_rounded(l, n, gamma);
        const double reference = -std::expm1(-static_cast<double>(l) * gamma.to_double() / static_cast<double>(n));
        // A reference that lies within binary64's own error of a midpoint may round to the other side.
        const double half = (static_cast<double>(std::nextafter(value, 2.0F)) - static_cast<double>(value)) / 2;
        CHECK(std::abs(static_cast<double>(value) - reference) <= half + std::ldexp(reference, -50));
      }
    }
  }
}

TEST_CASE("bad arguments") {
  CHECK_THROWS_AS(at5_bucket_rounded(-1, 5, 1), std::invalid_argument);
  CHECK_THROWS_AS(at5_bucket_stepwise(1, 0, 1), std::invalid_argument);
}
