// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.tree-necessity: every certificate is accepted") {
  const auto shown = require_accepted("positional.tree-necessity");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_without_the_residual_connection"));
}

// Nodes that hear only themselves miss the minimum, so they are no counterexample; nor is the ring of four with one
// layer.
TEST_CASE("positional.tree-necessity: networks that do not see everything are no counterexample") {
  using namespace attest::constructions;
  const Value deaf = Value::List{Value::List{integers({1, 1}), integers({2, 2}), integers({3, 3})}};
  require_rejected("positional.tree-necessity", "printed", false,
                   witness("n", 3, witness("L", 1, witness("net", deaf, exhaustive("x", evaluate())))));
  const Value ring = Value::List{Value::List{integers({2, 3}), integers({3, 4}), integers({4, 1}), integers({1, 2})}};
  require_rejected("positional.tree-necessity", "printed", false,
                   witness("n", 4, witness("L", 1, witness("net", ring, exhaustive("x", evaluate())))));
}

// The ring with one head on oneself: node 3 hears nodes 3 and 1, and misses node 2 alone.
TEST_CASE("positional.tree-necessity: inputs on which a shallow network is right are no evidence") {
  using namespace attest::constructions;
  const Value ring = Value::List{Value::List{integers({1, 2}), integers({2, 3}), integers({3, 1})}};
  for (const std::vector<long>& x : {std::vector<long>{1, 1, 1}, {0, 1, 1}, {1, 1, 0}, {1, 0, 1}}) {
    const Step steps = instances(
        "n", {Value(3)}, instances("L", {Value(1)}, instances("net", {ring}, witness("x", integers(x), evaluate()))));
    CHECK(attest::tests::outcome_of("positional.tree-necessity", "finding_without_the_residual_connection", true,
                                    steps) == (x[1] == 0 ? checker::Outcome::kAccepted : checker::Outcome::kRejected));
  }
}
