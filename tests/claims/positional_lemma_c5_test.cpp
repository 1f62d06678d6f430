// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/outcome_of.hpp"

using checker::Outcome;
using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::evaluate;
using attest::theory::instances;
using attest::theory::Rational;
using attest::theory::witness;

TEST_CASE("positional.lemma-c5: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-c5");
  CHECK(shown.at("finding_delta_near_one"));
  CHECK(shown.at("finding_fair_coin"));
  CHECK(shown.at("finding_unbounded_losses"));
  CHECK(!shown.at("step_insert_lemma_c4"));
}

TEST_CASE("positional.lemma-c5: a moderate delta and a small loss show nothing") {
  CHECK(outcome_of({"positional.lemma-c5", "finding_delta_near_one", true,
                    instances("c", {1}, witness("delta", Rational(1, 2), evaluate()))}) == Outcome::kRejected);
  CHECK(outcome_of({"positional.lemma-c5", "finding_unbounded_losses", true,
                    instances("c", {1}, witness("b", 1, evaluate()))}) == Outcome::kRejected);
}
