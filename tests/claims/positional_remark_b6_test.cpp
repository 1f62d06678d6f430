// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.remark-b6: every certificate is accepted") {
  const auto shown = require_accepted("positional.remark-b6");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_invertible_is_needed"));
  CHECK(shown.at("finding_one_position"));
  CHECK(shown.at("finding_identical_rows_in_standard_attention"));
}

TEST_CASE("positional.remark-b6: zero and unit queries are rejected") {
  using namespace attest::constructions;
  const Value unit = Value::matrix(unit_rows(2));
  for (const Value& query : {Value::matrix(constant_matrix(2, 2, 0)), unit}) {
    require_rejected("positional.remark-b6", "printed", true,
                     range("n", 2, 2,
                           instances("P", {unit},
                                     instances("Q", {unit},
                                               instances("S", {Value::matrix({{1, 2}, {3, 4}})},
                                                         witness("WQ", query, witness("WK", unit, evaluate())))))));
  }
}

// With P = 1 the pattern is reached, but P has no v; with P = 0 and v = 0 there is no i.
TEST_CASE("positional.remark-b6: rows that P does not send to 0, or that are 0, show nothing") {
  using namespace attest::constructions;
  const Value unit = Value::matrix(unit_rows(2)), zero = Value::matrix(constant_matrix(2, 2, 0));
  for (const auto& [P, v] : {std::pair<Value, Value>{unit, Value::vector({1, 0})}, {zero, Value::vector({0, 0})}}) {
    const Step weights = instances("m", {Value(2)}, instances("WQ", {unit}, instances("WK", {unit}, evaluate())));
    require_rejected("positional.remark-b6", "finding_invertible_is_needed", true,
                     range("n", 2, 2, instances("P", {P}, instances("v", {v}, instances("i", {Value(1)}, weights)))));
  }
}
