// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.lemma-c8: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-c8");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_weights_of_zero"));
  CHECK(shown.at("finding_not_attained_with_a_zero"));
  CHECK(!shown.at("literal"));
  CHECK(!shown.at("finding_index_as_printed"));
}
