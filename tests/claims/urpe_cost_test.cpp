// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "theory/scalar/rational.hpp"

using attest::tests::require_accepted;
using attest::theory::pow;
using attest::theory::Rational;

// Another route without exp: 2^(4/100) lies in (a, b) exactly if 2^4 lies in (a^100, b^100).
TEST_CASE("urpe.cost: the time overheads by powers of rationals") {
  auto between = [](long hundredths, const Rational& low, const Rational& high) {
    const Rational power = pow(Rational(2), hundredths);
    return pow(low, 100) < power && power < pow(high, 100);
  };
  CHECK(between(4, Rational(10275, 10000), Rational(10285, 10000)));
  CHECK(between(6, Rational(10420, 10000), Rational(10430, 10000)));
  CHECK(between(12, Rational(10865, 10000), Rational(10875, 10000)));
}

TEST_CASE("urpe.cost: every certificate is accepted") {
  const auto shown = require_accepted("urpe.cost");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_the_overheads_grow"));
  CHECK(shown.at("finding_rounding_of_time"));
  CHECK(shown.at("finding_rounding_of_memory"));
}
