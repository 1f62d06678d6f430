// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.k-hop: every certificate is accepted") {
  const auto shown = require_accepted("positional.k-hop");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_how_many"));
  CHECK(shown.at("finding_recursion_is_enumeration"));
  CHECK(shown.at("finding_one_hop_by_a_standard_transformer"));
}
