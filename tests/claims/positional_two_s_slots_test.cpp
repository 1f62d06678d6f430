// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.two-s-slots: every certificate is accepted") {
  const auto shown = require_accepted("positional.two-s-slots");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_fewer_slots_are_not_enough"));
  CHECK(shown.at("finding_both_extremes_occur"));
  CHECK(shown.at("finding_reading_twice_breaks_the_limit"));
  CHECK(shown.at("finding_one_variable_is_not_enough"));
}

TEST_CASE("positional.two-s-slots: slots that one machine alone reads serve nobody else") {
  require_rejected("positional.two-s-slots", "printed", true,
                   range("s", 1, 1, witness("wiring", Value::vector({0, 0}), evaluate())));
}
