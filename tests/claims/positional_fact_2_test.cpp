// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.fact-2: every certificate is accepted") {
  const auto shown = require_accepted("positional.fact-2");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(shown.at("finding_delivery_needs_no_halves"));
}
