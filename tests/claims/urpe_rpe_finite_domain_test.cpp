// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// Another route: count by hand. A function {0,1}^2 -> {0,1}^2 is lawful if its values at (0,0) and (1,1) have equal
// entries; there are two such values for each of these inputs and four for each of the others.
TEST_CASE("urpe.rpe-finite-domain: 64 of the 256 functions on two bits are lawful") {
  int lawful = 0;
  for (int function = 0; function < 256; ++function) {
    const int at_00 = function >> 6 & 3, at_11 = function & 3;
    lawful += (at_00 == 0 || at_00 == 3) && (at_11 == 0 || at_11 == 3);
  }
  CHECK(lawful == 64);
}

// Two tokens with T5's bias, cross-multiplied over integers: which weights tell both positions of (0, 1) and (1, 0)
// apart?
TEST_CASE("urpe.rpe-finite-domain: two tokens need three different weights, not in geometric progression") {
  for (long a = 1; a <= 6; ++a) {      // w_{-1}
    for (long b = 1; b <= 6; ++b) {    // w_0
      for (long c = 1; c <= 6; ++c) {  // w_1
        // Row 1 sees a / (a + b) and b / (a + b), row 2 sees b / (b + c) and c / (b + c).
        const bool apart = a != b && b != c && a * (b + c) != b * (a + b) && a * (b + c) != c * (a + b);
        CHECK(apart == (a != b && b != c && a != c && a * c != b * b));
      }
    }
  }
}

TEST_CASE("urpe.rpe-finite-domain: every certificate is accepted") {
  const auto shown = require_accepted("urpe.rpe-finite-domain");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_every_function_on_two_bits"));
  CHECK(!shown.at("finding_the_signal_is_suppressed"));
  CHECK(shown.at("finding_without_the_bias"));
}
