// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.lemma-c10: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-c10");
  CHECK(shown.at("repaired"));
  CHECK(!shown.at("printed"));
  CHECK(!shown.at("finding_last_term_as_printed"));
}
