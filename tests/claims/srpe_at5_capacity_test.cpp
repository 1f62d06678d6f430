// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

// A network that ignores its input, one that repeats it, and one with a unit too few are no evidence that there is no
// constraint.
TEST_CASE("srpe.at5-capacity: trivial networks are rejected") {
  const auto with = [](const Value& net) {
    return range("n", 2, 2,
                 instances("b", {Value::vector({0, Rational(1, 3), Rational(1, 2)})},
                           instances("e", {Value::vector({2, -1, 5})}, witness("net", net, evaluate()))));
  };
  const auto network = [](const Value& w1, const Value& W2, const Value& b2, const Value& w3) {
    return Value::Record{{"w1", w1}, {"b1", Value::vector({0, Rational(-1, 3)})}, {"W2", W2}, {"b2", b2}, {"w3", w3},
                         {"b3", 0}};
  };
  const Value ones = Value::vector({1, 1}), zeros = Value::vector({0, 0}), signs = Value::vector({1, -1});
  const Value found = Value::matrix({{-9, 45}, {9, -45}});
  const std::string id = "srpe.at5-capacity", name = "finding_no_constraint";
  CHECK(attest::tests::outcome_of(id, name, true, with(network(ones, found, Value::vector({2, -2}), signs))) ==
        attest::tests::outcome_of(id, "finding_numbers", true, evaluate()));
  require_rejected(id, name, true, with(network(zeros, found, Value::vector({2, -2}), signs)));
  require_rejected(id, name, true, with(network(ones, Value::matrix({{1, 0}, {0, 0}}), zeros, Value::vector({1, 0}))));
  require_rejected(id, name, true, with(network(ones, found, Value::vector({2, -2}), zeros)));
  require_rejected(id, name, true, with(network(Value::vector({1}), found, Value::vector({2, -2}), signs)));
}

// The counts of weights and biases, layer by layer.
TEST_CASE("srpe.at5-capacity: numbers per head") {
  const auto numbers = [](long h1, long h2) { return 2 * ((h1 + h1) + (h1 * h2 + h2) + (h2 + 1)) + 2; };
  CHECK(numbers(100, 5) == 1424);
  CHECK(numbers(15, 2) == 132);
  CHECK(numbers(64, 8) == 1316);
  CHECK(numbers(50, 10) == 1244);
  CHECK(numbers(32, 4) == 404);
}

TEST_CASE("srpe.at5-capacity: every certificate is accepted") {
  const auto shown = require_accepted("srpe.at5-capacity");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("finding_fewer_numbers"));
  CHECK(shown.at("finding_numbers"));
  CHECK(shown.at("finding_no_constraint"));
  CHECK(shown.at("finding_t5_constrains"));
}
