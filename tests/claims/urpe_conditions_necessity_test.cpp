// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;
using attest::theory::Rational;

// Another route to the bound of the attentive class: hard attention, which is exact,. Exchanging two tokens exchanges
// the outputs, so no layer is within less than 1 of (2, 0) at both inputs.
TEST_CASE("urpe.conditions-necessity: one exact attentive layer misses the target at one of two exchanged inputs") {
  attest::constructions::Draw draw(381);
  for (int trial = 0; trial < 100; ++trial) {
    const Rational a = draw.rational(), b = draw.rational(), c = draw.rational(), weight = draw.rational();
    auto output = [&](const Rational& own, const Rational& other) {  // own + weight * (what own attends to)
      const Rational to_own = (own - c) * own, to_other = (own - c) * other;
      const Rational seen = to_own > to_other ? own : to_own < to_other ? other : (own + other) / Rational(2);
      return own + weight * seen;
    };
    const Rational first = max(abs(output(a, b) - Rational(2)), abs(output(b, a)));
    const Rational second = max(abs(output(b, a) - Rational(2)), abs(output(a, b)));
    CHECK(max(first, second) >= Rational(1));
  }
}

TEST_CASE("urpe.conditions-necessity: every certificate is accepted") {
  const auto shown = require_accepted("urpe.conditions-necessity");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_attentive_is_not_necessary"));
  CHECK(shown.at("finding_position_aware_is_not_necessary"));
}
