// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::evaluate;
using attest::theory::range;
using attest::theory::Value;
using attest::theory::witness;
using checker::Outcome;

TEST_CASE("positional.norm-growth: every certificate is accepted") {
  const auto shown = require_accepted("positional.norm-growth");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_one_layer"));
  CHECK(shown.at("finding_attained"));
  CHECK(!shown.at("finding_attention_has_norm_at_most_1"));
}

TEST_CASE("positional.norm-growth: weights on one head alone do not attain the bound") {
  CHECK(outcome_of("positional.norm-growth", "finding_attained", true,
                   range("L", 2, 2, witness("a", Value::vector({1, 0, 0, 0}), evaluate()))) == Outcome::kRejected);
}
