// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.cover-recursion: every certificate is accepted") {
  const auto shown = require_accepted("positional.cover-recursion");
  CHECK(shown.at("repaired"));
  CHECK(!shown.at("printed"));
}
