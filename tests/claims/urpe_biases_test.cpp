// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

// Another route to the distance: the midpoint sums of (1 - kx)^2, whose limit is the integral; for a square of a linear
// function the midpoint rule with N steps is k^2 / (12 N^2) below it, exactly.
TEST_CASE("urpe.biases: the integral is 1/4 + (k - 3/2)^2 / 3") {
  attest::constructions::Draw draw(384);
  for (int trial = 0; trial < 20; ++trial) {
    const Rational k = draw.rational();
    constexpr long steps = 8;
    Rational total = 0;
    for (long i = 0; i < steps; ++i) {
      const Rational value = Rational(1) - k * Rational(2 * i + 1, 2 * steps);
      total += value * value / Rational(steps);
    }
    const Rational integral = total + k * k / Rational(12 * steps * steps);
    const Rational offset = k - Rational(3, 2);
    CHECK(integral == Rational(1, 4) + offset * offset / Rational(3));
    CHECK(integral >= Rational(1, 4));
  }
}

TEST_CASE("urpe.biases: every certificate is accepted") {
  const auto shown = require_accepted("urpe.biases");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("finding_the_distance"));
  CHECK(shown.at("finding_one_token"));
  CHECK(shown.at("finding_zero_goes_to_zero"));
  CHECK(!shown.at("finding_two_tokens"));
  CHECK(shown.at("repaired"));
}
