// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/bindings.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::constructions::one_instance;
using attest::constructions::witnesses;
using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::evaluate;
using attest::theory::instances;
using attest::theory::Rational;
using attest::theory::Value;
using attest::theory::witness;
using checker::Outcome;

TEST_CASE("positional.theorem-6-1-risk: every certificate is accepted") {
  const auto shown = require_accepted("positional.theorem-6-1-risk");
  CHECK(shown.at("finding_no_fixed_class"));
  CHECK(shown.at("finding_one_lipschitz_constant"));
  CHECK(!shown.at("step_base_of_theorem_6_1"));
}

TEST_CASE("positional.theorem-6-1-risk: inputs far apart can be told from each other") {
  CHECK(outcome_of(
            "positional.theorem-6-1-risk", "finding_no_fixed_class", true,
            instances("K", {1}, witness("t", Rational(9, 10), instances("u", {1}, instances("v", {0}, evaluate()))))) ==
        Outcome::kRejected);
}

// printed has no certificate. That its text can be evaluated: K = 10 and two inputs far apart.
TEST_CASE("positional.theorem-6-1-risk: the printed statement means something") {
  auto with = [](const Rational& t) {
    return witnesses({{"K", 10}},
                     one_instance({{"accuracy", Rational(1, 100)}, {"t", t}}, witnesses({{"u", 1}, {"v", 0}})));
  };
  CHECK(outcome_of("positional.theorem-6-1-risk", "printed", true, with(Rational(1, 2))) == Outcome::kAccepted);
  CHECK(outcome_of("positional.theorem-6-1-risk", "printed", true, with(Rational(1, 1000))) == Outcome::kRejected);
}
