// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.relu-min-max: random rationals") {
  using attest::theory::Rational;
  auto relu = [](const Rational& t) { return max(t, Rational(0)); };
  attest::constructions::Draw draw(104);
  for (int trial = 0; trial < 500; ++trial) {
    const Rational a = draw.rational(), b = draw.rational();
    const Rational sum = relu(a + b) - relu(-(a + b)), distance = relu(a - b) + relu(b - a);
    CHECK((sum - distance) / Rational(2) == min(a, b));
    CHECK((sum + distance) / Rational(2) == max(a, b));
  }
}

TEST_CASE("positional.relu-min-max: every certificate is accepted") {
  const auto shown = require_accepted("positional.relu-min-max");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_three_are_enough_for_one"));
  CHECK(shown.at("finding_two_are_not_enough"));
  CHECK(shown.at("finding_two_are_not_enough_with_biases"));
  CHECK(shown.at("finding_three_are_not_enough_for_both"));
  CHECK(shown.at("finding_three_are_enough_on_a_bounded_domain"));
}
