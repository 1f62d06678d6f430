// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

TEST_CASE("positional.lemma-b1: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-b1");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("repaired"));
  CHECK(!shown.at("step_dummy_machines"));
  CHECK(shown.at("finding_two_parts_each"));
}

TEST_CASE("positional.lemma-b1: a machine that keeps its bit is no counterexample") {
  Value::List table = {Value(Value::List{Value(Value::List{}), Value(Value::List{})})};
  for (long bit = 0; bit <= 1; ++bit) {
    const Value message = Value::vector({1, bit});
    table.emplace_back(Value::List{Value::vector({bit}), Value(Value::List{message})});
  }
  const Value keeps(Value::List{Value(Value::List{Value(table)})});
  require_rejected(
      "positional.lemma-b1", "printed", false,
      witness(
          "N", 1,
          witness("s", 1, witness("R", 1, witness("t", 2, witness("mpc", keeps, exhaustive("pcoc", evaluate())))))));
}
