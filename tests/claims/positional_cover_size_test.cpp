// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::evaluate;
using attest::theory::instances;
using attest::theory::witness;
using checker::Outcome;

TEST_CASE("positional.cover-size: every certificate is accepted") {
  const auto shown = require_accepted("positional.cover-size");
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_line_1"));
  CHECK(shown.at("finding_line_3_has_no_constant"));
  CHECK(shown.at("finding_line_2_has_no_constant"));
  CHECK(!shown.at("printed"));
  CHECK(!shown.at("step_line_4"));
}

TEST_CASE("positional.cover-size: small weights and slopes show nothing") {
  CHECK(outcome_of("positional.cover-size", "finding_line_3_has_no_constant", true,
                   instances("c", {100}, witness("B2", 1, evaluate()))) == Outcome::kRejected);
  CHECK(outcome_of("positional.cover-size", "finding_line_2_has_no_constant", true,
                   instances("c", {100}, witness("Ls", 1, evaluate()))) == Outcome::kRejected);
}
