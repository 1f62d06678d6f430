// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

TEST_CASE("positional.eq-14: every certificate is accepted") {
  const auto shown = require_accepted("positional.eq-14");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_up_to_three_tokens"));
  CHECK(!shown.at("literal"));
  CHECK(!shown.at("finding_line_5_as_printed"));
}
