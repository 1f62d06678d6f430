// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/bindings.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::constructions::one_instance;
using attest::constructions::witnesses;
using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::box;
using attest::theory::evaluate;
using attest::theory::instances;
using attest::theory::Rational;
using attest::theory::Value;
using attest::theory::whole_line;
using attest::theory::witness;
using checker::Outcome;

TEST_CASE("positional.theorem-6-1-risk: every certificate is accepted") {
  const auto shown = require_accepted("positional.theorem-6-1-risk");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("step_every_sample"));
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

TEST_CASE("positional.theorem-6-1-risk: a modest accuracy, or inputs far apart, refute nothing") {
  auto with = [](const Rational& accuracy, const Rational& s) {
    return witness("accuracy", accuracy,
                   box("K", whole_line,
                       witness("s", s,
                               box("u", {{"-inf", "7/10"}, {"7/10", "inf"}},
                                   box("v", {{"-inf", "3/10"}, {"3/10", "inf"}}, evaluate())))));
  };
  const auto outcome = [&](const Rational& accuracy, const Rational& s) {
    return outcome_of("positional.theorem-6-1-risk", "step_every_sample", false, with(accuracy, s));
  };
  CHECK(outcome(Rational(1, 8), Rational(1, 8)) == Outcome::kAccepted);
  CHECK(outcome(Rational(1, 2), Rational(1, 8)) != Outcome::kAccepted);
  CHECK(outcome(Rational(1, 8), Rational(1, 2)) != Outcome::kAccepted);
}

// The accuracy is reached where the inputs are far apart (K = 10, s = 1/2), and not near 0.
TEST_CASE("positional.theorem-6-1-risk: the step means something") {
  auto with = [](const Rational& s) {
    return one_instance({{"accuracy", Rational(1, 100)}},
                        witnesses({{"K", 10}}, one_instance({{"s", s}}, witnesses({{"u", 1}, {"v", 0}}))));
  };
  CHECK(outcome_of("positional.theorem-6-1-risk", "step_every_sample", true, with(Rational(1, 2))) ==
        Outcome::kAccepted);
  CHECK(outcome_of("positional.theorem-6-1-risk", "step_every_sample", true, with(Rational(1, 100))) ==
        Outcome::kRejected);
}

TEST_CASE("positional.theorem-6-1-risk: a constant output, or a small K, does not reach the accuracy") {
  auto outcome = [](const Rational& K, const std::vector<Rational>& y) {
    return outcome_of("positional.theorem-6-1-risk", "printed", true,
                      one_instance({{"N", 2},
                                    {"p", Value::vector({Rational(1, 2), Rational(1, 2)})},
                                    {"x", Value::vector({Rational(1, 10), Rational(-1, 10)})},
                                    {"accuracy", Rational(1, 1000)}},
                                   witnesses({{"K", K}, {"y", Value::vector(y)}})));
  };
  CHECK(outcome(5, {1, 0}) == Outcome::kAccepted);
  CHECK(outcome(Rational(49, 10), {1, 0}) == Outcome::kRejected);
  CHECK(outcome(5, {Rational(1, 2), Rational(1, 2)}) == Outcome::kRejected);
}
