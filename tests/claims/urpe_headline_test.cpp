// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// Another route to the measure of the obstacle: of m^n cells (d = 1), those with one number in all places are counted
// by the numbers themselves.
TEST_CASE("urpe.headline: m of m^n cells have identical rows") {
  for (long n = 1; n <= 4; ++n) {
    for (long m = 1; m <= 4; ++m) {
      long cells = 1, identical = 0;
      for (long i = 0; i < n; ++i) cells *= m;
      for (long cell = 0; cell < cells; ++cell) {
        long rest = cell;
        bool same = true;
        for (long i = 0; i < n; ++i, rest /= m) same = same && rest % m == cell % m;
        identical += same;
      }
      CHECK(identical == m);
    }
  }
}

TEST_CASE("urpe.headline: every certificate is accepted") {
  const auto shown = require_accepted("urpe.headline");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_universal_in_lp"));
  CHECK(shown.at("finding_theorem_2_fails_in_lp"));
  CHECK(shown.at("finding_measure_of_the_obstacle"));
}
