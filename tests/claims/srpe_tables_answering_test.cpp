// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("srpe.tables-answering: every certificate is accepted") {
  const auto shown = require_accepted("srpe.tables-answering");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_at5_apart"));
  CHECK(!shown.at("finding_t5_decline_apart"));
  CHECK(shown.at("finding_first_setting_is_best"));
  CHECK(shown.at("finding_qanet_is_above"));
  CHECK(shown.at("finding_at5_nob_below_t5_nob"));
}
