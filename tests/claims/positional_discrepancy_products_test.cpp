// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "theory/scalar/rational.hpp"

using attest::tests::require_accepted;

// A second count: the next element is 0, L or another one.
TEST_CASE("positional.discrepancy-products: by states") {
  using attest::theory::Rational;
  for (long largest = 1; largest <= 5; ++largest) {
    Rational none(1), only_zero(0), only_largest(0), both(0);
    const Rational one_end(1, largest + 1), other(largest - 1, largest + 1);
    for (long n = 1; n <= 12; ++n) {
      both = both + (only_zero + only_largest) * one_end;  // an array that held both ends still does
      only_zero = only_zero * (other + one_end) + none * one_end;
      only_largest = only_largest * (other + one_end) + none * one_end;
      none = none * other;
      CHECK(none + only_zero + only_largest + both == Rational(1));
      const Rational q = pow(Rational(largest, largest + 1), n);
      CHECK(none + only_largest == q);
      CHECK(both == Rational(1) - q - q + none);
    }
  }
}

TEST_CASE("positional.discrepancy-products: every certificate is accepted") {
  const auto shown = require_accepted("positional.discrepancy-products");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_exact"));
}
