// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.agnostic-routing: every certificate is accepted") {
  const auto shown = require_accepted("positional.agnostic-routing");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_within_the_limits"));
  CHECK(!shown.at("finding_without_sorting"));
}
