// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.lemma-b2-routing: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-b2-routing");
  CHECK(!shown.at("printed"));
  CHECK(!shown.at("finding_nonempty_oracle"));
  CHECK(shown.at("finding_every_machine_receives"));
  CHECK(shown.at("repaired"));
}

// With two machines and s = 1 every routing with a source for each machine is fine: no counterexample there.
TEST_CASE("positional.lemma-b2-routing: a full routing is no counterexample") {
  require_rejected(
      "positional.lemma-b2-routing", "printed", false,
      witness("N", 1,
              witness("s", 1,
                      witness("H", attest::constructions::routing_value({{1, 1, 1}}), witness("h", 1, evaluate())))));
  // Two routes to one slot are no routing at all.
  require_rejected("positional.lemma-b2-routing", "printed", false,
                   witness("N", 2,
                           witness("s", 1,
                                   witness("H", attest::constructions::routing_value({{1, 1, 1}, {2, 1, 1}}),
                                           witness("h", 1, evaluate())))));
}
