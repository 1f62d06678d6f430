// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// Random rationals, by the expanded polynomial instead of the printed form.
TEST_CASE("urpe.theorem-2-bound: random n, M, c") {
  using attest::theory::Rational;
  attest::constructions::Draw draw(102);
  for (int trial = 0; trial < 500; ++trial) {
    const Rational n = draw.integer(2, 50), M = draw.rational(), c = draw.rational();
    const Rational left = Rational(4) * M * M - Rational(4) * M * c + n * c * c;
    CHECK(left >= Rational(4) * M * M * (n - Rational(1)) / n);
  }
}

TEST_CASE("urpe.theorem-2-bound: every certificate is accepted") {
  const auto shown = require_accepted("urpe.theorem-2-bound");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_n_2_is_enough"));
  CHECK(shown.at("finding_difference"));
  CHECK(!shown.at("finding_M_0"));
}
