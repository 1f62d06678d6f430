// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::evaluate;
using attest::theory::instances;
using attest::theory::Value;
using attest::theory::witness;
using checker::Outcome;

TEST_CASE("positional.class-norms: every certificate is accepted") {
  const auto shown = require_accepted("positional.class-norms");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_one_dimension"));
  CHECK(shown.at("finding_unbounded_scores"));
  CHECK(!shown.at("literal"));
  CHECK(!shown.at("finding_columns_of_the_form"));
  CHECK(!shown.at("finding_largest_axis"));
}

TEST_CASE("positional.class-norms: zero matrices have no score") {
  const Value zeros = Value::matrix({{0}, {0}});
  CHECK(outcome_of("positional.class-norms", "finding_unbounded_scores", true,
                   instances("t", {1}, witness("WQ", zeros, witness("WK", zeros, evaluate())))) == Outcome::kRejected);
}
