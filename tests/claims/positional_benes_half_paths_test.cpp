// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.benes-half-paths: every certificate is accepted") {
  const auto shown = require_accepted("positional.benes-half-paths");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_the_digit_decides"));
  CHECK(shown.at("finding_otherwise_neither"));
}
