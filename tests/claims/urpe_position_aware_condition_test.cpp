// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("urpe.position-aware-condition: every certificate is accepted") {
  const auto shown = require_accepted("urpe.position-aware-condition");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_B_is_forced_to_zero"));
  CHECK(shown.at("finding_without_C"));
}
