// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.cover-first-layer: every certificate is accepted") {
  const auto shown = require_accepted("positional.cover-first-layer");
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_rows_of_the_input"));
  CHECK(!shown.at("printed"));
  CHECK(!shown.at("finding_columns_as_printed"));
  CHECK(!shown.at("finding_columns_of_the_input"));
  CHECK(!shown.at("finding_members_of_the_cover"));
  CHECK(!shown.at("finding_first_radius"));
}
