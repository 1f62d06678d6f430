// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::evaluate;
using attest::theory::Rational;
using attest::theory::Value;
using attest::theory::witness;
using checker::Outcome;

TEST_CASE("positional.theorem-c2: every certificate is accepted") {
  const auto shown = require_accepted("positional.theorem-c2");
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_one_function"));
  CHECK(!shown.at("printed"));
  CHECK(!shown.at("finding_losses_of_both_signs"));
}

TEST_CASE("positional.theorem-c2: at delta = 4/5 the same coin meets the printed bound") {
  auto coin = [](const Rational& delta, const Value& T) {
    return witness(
        "N", 2,
        witness(
            "K", 1,
            witness(
                "m", 1,
                witness("p", Value::vector({Rational(1, 2), Rational(1, 2)}),
                        witness("V", Value::matrix({{0, 0}}),
                                witness("b", 1,
                                        witness("Lip", 1, witness("T", T, witness("delta", delta, evaluate())))))))));
  };
  CHECK(outcome_of("positional.theorem-c2", "printed", false, coin(Rational(4, 5), Value::matrix({{0, 1}}))) ==
        Outcome::kRejected);
  CHECK(outcome_of("positional.theorem-c2", "printed", false, coin(Rational(9, 10), Value::matrix({{0, 0}}))) ==
        Outcome::kRejected);
}
