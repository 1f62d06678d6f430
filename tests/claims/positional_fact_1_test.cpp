// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing_values.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::constructions::routing;
using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.fact-1: every certificate is accepted") {
  const auto shown = require_accepted("positional.fact-1");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("literal"));
  CHECK(shown.at("finding_numbers_by_destination"));
  CHECK(!shown.at("finding_shares_under_the_printed_assumption"));
}

TEST_CASE("positional.fact-1: a run that moves nothing is no run that halves") {
  // One message of two tuples on four machines: each tuple stays where it is in step 1.
  const Load load = load_of(4, {{0, 0, 2}});
  const Value still(Value::List{Value::vector({0, 0, 0, 0}), Value::vector({0, 0, 0, 0})});
  require_rejected("positional.fact-1", "printed", true,
                   instances("k", {Value(2)},
                             instances("load", {value_of(load)},
                                       split({{"it_can_be_done", witness("run", still, evaluate())},
                                              {"fact", instances("run", {run_of(route(load, Halving::kByMessage))},
                                                                 exhaustive("L", exhaustive("i", evaluate())))}}))));
}
