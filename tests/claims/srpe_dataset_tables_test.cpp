// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("srpe.dataset-tables: every certificate is accepted") {
  const auto shown = require_accepted("srpe.dataset-tables");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_translation_sizes"));
  CHECK(!shown.at("finding_trec"));
}
