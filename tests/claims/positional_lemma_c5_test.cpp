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

TEST_CASE("positional.lemma-c5: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-c5");
  CHECK(shown.at("finding_negation_of_literal"));
  CHECK(!shown.at("literal"));
  CHECK(shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_delta_near_one"));
  CHECK(shown.at("finding_fair_coin"));
  CHECK(shown.at("finding_unbounded_losses"));
  CHECK(!shown.at("step_insert_lemma_c4"));
}

TEST_CASE("positional.lemma-c5: a moderate delta and a small loss show nothing") {
  CHECK(outcome_of("positional.lemma-c5", "finding_delta_near_one", true,
                   instances("c", {1}, witness("delta", Rational(1, 2), evaluate()))) == Outcome::kRejected);
  CHECK(outcome_of("positional.lemma-c5", "finding_unbounded_losses", true,
                   instances("c", {1}, witness("b", 1, evaluate()))) == Outcome::kRejected);
}

TEST_CASE("positional.lemma-c5: a constant loss, or a moderate C and delta, do not break the bound") {
  auto with = [](const Rational& e, const Rational& loss) {
    return one_instance({{"c", 1}, {"k", 0}}, witnesses({{"N", 2},
                                                         {"K", 1},
                                                         {"m", 1},
                                                         {"p", Value::vector({Rational(1, 2), Rational(1, 2)})},
                                                         {"V", Value::matrix({{0, 0}})},
                                                         {"A", e},
                                                         {"C", e * e},
                                                         {"T", Value::matrix({{0, loss}})},
                                                         {"delta", Rational(1) / (Rational(1) + e * e)}}));
  };
  const auto outcome = [&](const Rational& e, const Rational& loss) {
    return outcome_of("positional.lemma-c5", "finding_negation_of_literal", true, with(e, loss));
  };
  CHECK(outcome(Rational(1, 8), 1) == Outcome::kAccepted);
  CHECK(outcome(Rational(1, 8), 0) == Outcome::kRejected);
  CHECK(outcome(1, 1) == Outcome::kRejected);
}

TEST_CASE("positional.lemma-c5: the repaired bound asks for C <= A^2 m") {
  auto with = [](const Rational& C) {
    return one_instance({{"N", 2},
                         {"K", 1},
                         {"m", 1},
                         {"p", Value::vector({Rational(1, 2), Rational(1, 2)})},
                         {"V", Value::matrix({{0, 0}})},
                         {"A", 1},
                         {"C", C},
                         {"T", Value::matrix({{0, 1}})},
                         {"delta", Rational(1, 2)}});
  };
  CHECK(outcome_of("positional.lemma-c5", "repaired", true, with(1)) == Outcome::kAccepted);
  CHECK(outcome_of("positional.lemma-c5", "repaired", true, with(8)) == Outcome::kRejected);
}

// A fair coin, generous and small constants.
TEST_CASE("positional.lemma-c5: the printed statement means something") {
  auto with = [](const Rational& c) {
    return witnesses({{"c", c}, {"k", 0}}, one_instance({{"N", 2},
                                                         {"K", 1},
                                                         {"m", 1},
                                                         {"p", Value::vector({Rational(1, 2), Rational(1, 2)})},
                                                         {"V", Value::matrix({{0, 0}})},
                                                         {"A", 1},
                                                         {"C", 1},
                                                         {"T", Value::matrix({{0, 1}})},
                                                         {"delta", Rational(1, 2)}}));
  };
  CHECK(outcome_of("positional.lemma-c5", "printed", true, with(1)) == Outcome::kAccepted);
  CHECK(outcome_of("positional.lemma-c5", "printed", true, with(Rational(1, 100))) == Outcome::kRejected);
}
