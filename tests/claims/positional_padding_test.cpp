// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing_values.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::constructions::routing;
using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.padding: every certificate is accepted") {
  const auto shown = require_accepted("positional.padding");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_the_factor_is_attained"));
  CHECK(shown.at("finding_at_most"));
  CHECK(shown.at("finding_dummies"));
  CHECK(shown.at("finding_dummies_attained"));
  CHECK(!shown.at("step_same_machines_and_memory"));
  CHECK(!shown.at("finding_padding_to_the_minimum"));
}

TEST_CASE("positional.padding: an empty load attains nothing") {
  require_rejected("positional.padding", "finding_the_factor_is_attained", true,
                   range("k", 1, 1, instances("s", {Value(1)}, witness("load", value_of(load_of(2, {})), evaluate()))));
}
