// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.hamming-bits: every certificate is accepted") {
  const auto shown = require_accepted("positional.hamming-bits");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(shown.at("finding_fails_exactly_for_powers_of_two"));
  CHECK(shown.at("repaired"));
}
