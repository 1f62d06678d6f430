// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing_values.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::constructions::routing;
using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.lift-assumption-2: every certificate is accepted") {
  const auto shown = require_accepted("positional.lift-assumption-2");
  CHECK(!shown.at("step_parts_that_differ_by_one"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_general_cost"));
  CHECK(shown.at("finding_everything_arrives"));
}

TEST_CASE("positional.lift-assumption-2: the empty load and the identity overflow nothing") {
  std::vector<Message> to_themselves;
  for (std::uint32_t i = 0; i < 8; ++i) to_themselves.push_back({i, i, 1});
  for (const Load& load : {load_of(8, {}), load_of(8, to_themselves)})
    require_rejected("positional.lift-assumption-2", "step_parts_that_differ_by_one", false,
                     witness("load", value_of(load), evaluate()));
}
