// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.lemma-c7: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-c7");
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_from_two_on"));
  CHECK(!shown.at("printed"));
}
