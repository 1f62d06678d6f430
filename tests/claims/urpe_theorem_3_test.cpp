// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("urpe.theorem-3: every certificate is accepted") {
  const auto shown = require_accepted("urpe.theorem-3");
  CHECK(shown.at("printed"));
}
