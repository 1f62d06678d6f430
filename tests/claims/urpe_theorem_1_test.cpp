// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

// Another route to the spike's integral: lower and upper sums of x^p on [0, 1], which bracket 1/(p+1) within 1/N.
TEST_CASE("urpe.theorem-1: the integral of the p-th power of a spike") {
  constexpr long steps = 64;
  for (long p = 1; p <= 4; ++p) {
    Rational lower = 0, upper = 0;
    for (long i = 0; i < steps; ++i) {
      lower += pow(Rational(i, steps), p) / Rational(steps);
      upper += pow(Rational(i + 1, steps), p) / Rational(steps);
    }
    CHECK(lower < Rational(1, p + 1));
    CHECK(Rational(1, p + 1) < upper);
    CHECK(upper - lower == Rational(1, steps));
  }
}

// A bias-free network of one token as two slopes: the five points are missed by 1/2 or more, wherever the knee -E is.
TEST_CASE("urpe.theorem-1: two slopes through a knee at height 0 miss the zigzag") {
  attest::constructions::Draw draw(471);
  for (int trial = 0; trial < 200; ++trial) {
    const Rational E(draw.integer(-24, 12), 12), right(draw.integer(-60, 60), 6), left(draw.integer(-60, 60), 6);
    Rational error = 0;
    for (long i = 0; i <= 4; ++i) {
      const Rational t = Rational(i, 4) + E;
      const Rational value = t > Rational(0) ? right * t : left * -t;
      error = max(error, abs(value - Rational(i % 2)));
    }
    CHECK(error >= Rational(1, 2));
  }
}

TEST_CASE("urpe.theorem-1: every certificate is accepted") {
  const auto shown = require_accepted("urpe.theorem-1");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_one_token_without_biases"));
  CHECK(shown.at("finding_one_token_with_biases"));
}
