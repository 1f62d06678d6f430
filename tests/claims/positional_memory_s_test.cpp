// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.memory-s: every certificate is accepted") {
  const auto shown = require_accepted("positional.memory-s");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_parts_as_equal_as_can_be"));
  CHECK(shown.at("finding_two_machines"));
}
