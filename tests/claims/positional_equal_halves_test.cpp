// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing_values.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::constructions::routing;
using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.equal-halves: every certificate is accepted") {
  const auto shown = require_accepted("positional.equal-halves");
  CHECK(!shown.at("step_any_halves"));
  CHECK(shown.at("finding_up_to_four_machines"));
  CHECK(!shown.at("step_every_message_is_a_power_of_two"));
  CHECK(shown.at("repaired"));
}

TEST_CASE("positional.equal-halves: halves of every message refute nothing") {
  const Load load = load_of(8, {{0, 0, 4}, {4, 0, 4}});
  const Value run = run_of(route(load, Halving::kByMessage));
  for (int i = 0; i < 8; ++i) {
    require_rejected("positional.equal-halves", "step_any_halves", false,
                     witness("load", value_of(load), witness("run", run, witness("i", i, evaluate()))));
  }
}
