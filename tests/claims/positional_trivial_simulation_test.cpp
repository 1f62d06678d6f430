// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.trivial-simulation: every certificate is accepted") {
  const auto shown = require_accepted("positional.trivial-simulation");
  CHECK(!shown.at("step_definition_a1"));
  CHECK(shown.at("finding_two_numbers_in_one"));
}
