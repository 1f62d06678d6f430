// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.lemma-c9: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-c9");
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_in_the_printed_shape"));
  CHECK(shown.at("finding_every_value_matrix"));
  CHECK(!shown.at("printed"));
}
