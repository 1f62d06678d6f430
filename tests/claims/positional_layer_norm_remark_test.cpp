// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/bindings.hpp"
#include "constructions/positional/deep_network.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::constructions::deep_network;
using attest::constructions::one_instance;
using attest::constructions::witnesses;
using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::evaluate;
using attest::theory::instances;
using attest::theory::range;
using attest::theory::Rational;
using attest::theory::Value;
using attest::theory::witness;
using checker::Outcome;

TEST_CASE("positional.layer-norm-remark: every certificate is accepted") {
  const auto shown = require_accepted("positional.layer-norm-remark");
  CHECK(shown.at("finding_shattering"));
  CHECK(shown.at("finding_no_constant"));
  CHECK(shown.at("finding_negation_of_printed"));
  CHECK(!shown.at("printed"));
  CHECK(!shown.at("step_recursion"));
}

TEST_CASE("positional.layer-norm-remark: a network that ignores its input tells no set from another") {
  const Value S = Value::vector({1, 0, 0, 0});
  CHECK(outcome_of("positional.layer-norm-remark", "finding_shattering", true,
                   range("k", 1, 1, instances("S", {S}, witness("f", deep_network(1, {0, 0, 0, 0}, 1), evaluate())))) ==
        Outcome::kRejected);
}

TEST_CASE("positional.layer-norm-remark: with the value 2 rows are normalized, and the values are not 1/2") {
  const Value S = Value::vector({1, 0, 0, 0});
  CHECK(outcome_of("positional.layer-norm-remark", "finding_shattering", true,
                   range("k", 1, 1, instances("S", {S}, witness("f", deep_network(1, {1, 0, 0, 0}, 1), evaluate())))) !=
        Outcome::kAccepted);
}

TEST_CASE("positional.layer-norm-remark: equal networks are no packing, and one network is a small one") {
  const Value one = deep_network(1, {1, 0, 0, 0}, Rational(1, 2)),
              other = deep_network(1, {0, 1, 0, 0}, Rational(1, 2));
  auto with = [](const Value& packing) {
    return one_instance({{"C", Rational(1, 100)}, {"c", 1}}, witnesses({{"H", 1},
                                                                        {"L", 4},
                                                                        {"m", 1},
                                                                        {"d", 4},
                                                                        {"dh", 1},
                                                                        {"B2", 1},
                                                                        {"B21", 1},
                                                                        {"eps", Rational(1, 5)},
                                                                        {"inputs", Value::matrix({{1, 0, 0, 0}})},
                                                                        {"packing", packing}}));
  };
  const auto outcome = [&](const Value& packing) {
    return outcome_of("positional.layer-norm-remark", "finding_negation_of_printed", true, with(packing));
  };
  CHECK(outcome(Value::List{one, other}) == Outcome::kAccepted);
  CHECK(outcome(Value::List{one, one}) == Outcome::kRejected);
  CHECK(outcome(Value::List{one}) == Outcome::kRejected);
}

// printed has no certificate. That its text can be evaluated: two networks that differ, with large and small constants.
TEST_CASE("positional.layer-norm-remark: the printed statement means something") {
  auto with = [](const Rational& C) {
    return witnesses({{"C", C}, {"c", 1}},
                     one_instance({{"H", 1},
                                   {"L", 4},
                                   {"m", 1},
                                   {"d", 4},
                                   {"dh", 1},
                                   {"B2", 1},
                                   {"B21", 1},
                                   {"eps", Rational(1, 5)},
                                   {"inputs", Value::matrix({{1, 0, 0, 0}})},
                                   {"packing", Value::List{deep_network(1, {1, 0, 0, 0}, Rational(1, 2)),
                                                           deep_network(1, {0, 1, 0, 0}, Rational(1, 2))}}}));
  };
  CHECK(outcome_of("positional.layer-norm-remark", "printed", true, with(1)) == Outcome::kAccepted);
  CHECK(outcome_of("positional.layer-norm-remark", "printed", true, with(Rational(1, 100))) == Outcome::kRejected);
}
