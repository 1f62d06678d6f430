// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "theory/scalar/rational.hpp"

using attest::tests::require_accepted;

// A second count: four equal parts of [-c, c] for c = 2, so that zones are one, two and one of them.
TEST_CASE("positional.ood-events: counting at c = 2") {
  using attest::theory::Rational;
  long one = 0, none = 0, both = 0, around = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const int middle = (i == 1 || i == 2) + (j == 1 || j == 2);
      ++(middle == 1 ? one : middle == 0 ? none : both);
      around += middle == 0 && i != j;
    }
  }
  CHECK(Rational(one, 16) == Rational(2 * (2 - 1), 4));
  CHECK(Rational(none, 16) == Rational(1, 4));
  CHECK(Rational(both, 16) == Rational(1, 4));
  CHECK(Rational(one, 16 - both) == Rational(2, 3));
  CHECK(Rational(around, none) == Rational(1, 2));
}

TEST_CASE("positional.ood-events: every certificate is accepted") {
  const auto shown = require_accepted("positional.ood-events");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_as_drawn"));
  CHECK(shown.at("finding_lower_end_above_1"));
  CHECK(shown.at("finding_scale"));
  CHECK(shown.at("finding_c_1"));
}
