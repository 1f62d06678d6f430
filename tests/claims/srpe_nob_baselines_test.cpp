// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

// A constant map, one that leaves [0, 1], and one that merges two distances are rejected.
TEST_CASE("srpe.nob-baselines: trivial maps are rejected") {
  for (const Value& b : {Value::vector({0, 0, 0}), Value::vector({0, 1, 2}), Value::vector({0, 1, 1})})
    require_rejected("srpe.nob-baselines", "printed", true, range("n", 2, 2, witness("b", b, evaluate())));
}

TEST_CASE("srpe.nob-baselines: every certificate is accepted") {
  const auto shown = require_accepted("srpe.nob-baselines");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_not_at5"));
  CHECK(shown.at("finding_numbers"));
}
