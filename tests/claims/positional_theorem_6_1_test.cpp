// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/bindings.hpp"
#include "constructions/positional/deep_network.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::constructions::Bindings;
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

namespace {

// One token, one layer; ReLU puts out 7/5 for the input 1 and 0 for -1: losses 1 and 0, so the gap is 1/2 on both
// samples if both inputs are equally likely.
const Value kOne = Value::matrix({{1}}), kZero = Value::matrix({{0}});

Value network(const Rational& w) {
  const Value head = Value::Record{{"WQ", kOne}, {"WK", kOne}, {"WV", kOne}, {"R", kZero}};
  const Value layer = Value::Record{{"heads", Value::List{head}},
                                    {"W1", Value::matrix({{Rational(3, 5)}, {Rational(4, 5)}})},
                                    {"R1", Value::matrix({{Rational(4, 5), 0}, {Rational(-3, 5), 0}})},
                                    {"W2", kOne},
                                    {"R2", kZero}};
  return Value::Record{{"layers", Value::List{layer}}, {"w", Value::vector({w})}};
}

Bindings two_inputs(const Value& f) {
  Bindings values;
  for (const char* size : {"H", "L", "m"}) values.emplace_back(size, 1);
  values.emplace_back("N", 2);
  for (const char* size : {"n", "d", "dV", "dP", "dm", "dh"}) values.emplace_back(size, 1);
  values.insert(values.end(), {{"slopes", Value::vector({1, 0})},
                               {"B2", 1},
                               {"B21", Rational(7, 5)},
                               {"P", kOne},
                               {"inputs", Value::matrix({{1}, {-1}})},
                               {"y", Value::vector({0, 0})},
                               {"p", Value::vector({Rational(1, 2), Rational(1, 2)})},
                               {"delta", Rational(1, 2)},
                               {"chosen", Value::List{f, f}}});
  return values;
}

}  // namespace

TEST_CASE("positional.theorem-6-1: every certificate is accepted") {
  const auto shown = require_accepted("positional.theorem-6-1");
  CHECK(shown.at("finding_shattering"));
  CHECK(shown.at("finding_gap_at_logarithmic_depth"));
  CHECK(shown.at("finding_printed_bound_vanishes"));
  CHECK(shown.at("finding_negation_of_printed"));
  CHECK(!shown.at("printed"));
  CHECK(shown.at("finding_cover_total"));
  CHECK(shown.at("finding_base_2H"));
  CHECK(!shown.at("step_base"));
}

TEST_CASE("positional.theorem-6-1: a network that ignores its input tells no set from another") {
  const Value zero = deep_network(1, {0, 0, 0, 0}, 1);
  const Value S = Value::vector({1, 0, 0, 0});
  CHECK(outcome_of("positional.theorem-6-1", "finding_shattering", true,
                   range("k", 1, 1, instances("S", {S}, witness("f", zero, evaluate())))) == Outcome::kRejected);
  CHECK(outcome_of("positional.theorem-6-1", "finding_gap_at_logarithmic_depth", true,
                   range("k", 1, 1, instances("sample", {Value::vector({1, 2})}, witness("f", zero, evaluate())))) ==
        Outcome::kRejected);
}

TEST_CASE("positional.theorem-6-1: weights that are too large are not in the class") {
  const Value large = deep_network(1, {1, 1, 1, 1}, 2);
  CHECK(outcome_of("positional.theorem-6-1", "finding_gap_at_logarithmic_depth", true,
                   range("k", 1, 1, instances("sample", {Value::vector({1, 2})}, witness("f", large, evaluate())))) ==
        Outcome::kRejected);
}

TEST_CASE("positional.theorem-6-1: the first k is too small for the printed bound to vanish") {
  CHECK(outcome_of("positional.theorem-6-1", "finding_printed_bound_vanishes", true,
                   instances("C", {1}, instances("p", {0}, witness("k", 1, evaluate())))) == Outcome::kRejected);
}

TEST_CASE("positional.theorem-6-1: radii that do not add up to eps, or cost too much, are rejected") {
  auto radii = [](const Rational& ew, const Rational& rest) {
    const Value one_layer = Value::vector({rest});
    return instances(
        "H", {1},
        range(
            "L", 1, 1,
            instances(
                "Ls", {1},
                instances("B2", {1},
                          instances("Bw", {1},
                                    instances("B21", {1},
                                              instances("eps", {1},
                                                        witness("ew", ew,
                                                                witness("e2", one_layer,
                                                                        witness("e1", one_layer,
                                                                                witness("eQK", one_layer,
                                                                                        witness("eV", one_layer,
                                                                                                evaluate()))))))))))));
  };
  CHECK(outcome_of("positional.theorem-6-1", "finding_cover_total", true, radii(Rational(1, 5), Rational(1, 5))) ==
        Outcome::kAccepted);
  CHECK(outcome_of("positional.theorem-6-1", "finding_cover_total", true, radii(Rational(1, 5), Rational(1, 6))) ==
        Outcome::kRejected);
  CHECK(outcome_of("positional.theorem-6-1", "finding_cover_total", true, radii(Rational(99, 100), Rational(1, 400))) ==
        Outcome::kRejected);
}

TEST_CASE("positional.theorem-6-1: generous constants are met there, small ones are not") {
  auto outcome = [](const Rational& C) {
    return outcome_of("positional.theorem-6-1", "printed", true,
                      witnesses({{"C", C}, {"k", 1}, {"c", 1}}, one_instance(two_inputs(network(1)))));
  };
  CHECK(outcome(100) == Outcome::kAccepted);
  CHECK(outcome(Rational(1, 100)) == Outcome::kRejected);
}

// The same values as a counterexample: a network that ignores its input has no gap, and C = 100 is no small constant.
TEST_CASE("positional.theorem-6-1: small constants are refuted, not by a network that ignores its input") {
  auto refutes = [](const Rational& C, const Value& f) {
    return outcome_of("positional.theorem-6-1", "finding_negation_of_printed", true,
                      one_instance({{"C", C}, {"k", 1}, {"c", 1}}, witnesses(two_inputs(f))));
  };
  CHECK(refutes(Rational(1, 100), network(1)) == Outcome::kAccepted);
  CHECK(refutes(100, network(1)) == Outcome::kRejected);
  CHECK(refutes(Rational(1, 100), network(0)) == Outcome::kRejected);
}
