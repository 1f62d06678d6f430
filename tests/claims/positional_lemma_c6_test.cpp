// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::evaluate;
using attest::theory::instances;
using attest::theory::Rational;
using attest::theory::Value;
using attest::theory::witness;
using checker::Outcome;

TEST_CASE("positional.lemma-c6: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-c6");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_constant_one"));
  CHECK(shown.at("finding_no_smaller_constant"));
  CHECK(shown.at("finding_modulus"));
  CHECK(shown.at("finding_modulus_attained"));
  CHECK(shown.at("finding_modulus_attained_enclosed"));
}

TEST_CASE("positional.lemma-c6: equal scores show nothing about the constant") {
  const Value zeros = Value::vector({0, 0});
  CHECK(outcome_of("positional.lemma-c6", "finding_no_smaller_constant", true,
                   instances("c", {Rational(1, 2)}, witness("x", zeros, witness("y", zeros, evaluate())))) ==
        Outcome::kRejected);
}

// Why finding_modulus_attained has no instance but t = 0 beside the theorem.
TEST_CASE("positional.lemma-c6: two enclosures are never known to be equal") {
  CHECK(outcome_of("positional.lemma-c6", "finding_modulus_attained", true,
                   instances("t", {Rational(1)}, evaluate())) == Outcome::kUndecided);
}
