// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.cover-closed-form: every certificate is accepted") {
  const auto shown = require_accepted("positional.cover-closed-form");
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_any_factor"));
  CHECK(!shown.at("printed"));
}
