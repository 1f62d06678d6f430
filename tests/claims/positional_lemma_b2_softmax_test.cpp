// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.lemma-b2-softmax: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-b2-softmax");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_idle_rows"));
  CHECK(!shown.at("finding_zero_one_scores"));
  CHECK(shown.at("finding_all_rows"));
}
