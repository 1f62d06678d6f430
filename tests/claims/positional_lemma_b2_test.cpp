// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/routing.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.lemma-b2: every certificate is accepted") {
  const auto shown = require_accepted("positional.lemma-b2");
  CHECK(shown.at("printed"));
  CHECK(!shown.at("step_nothing_arrives_in_an_idle_slot"));
}

// Heads that ignore the oracle: all scores equal, or everybody attends to itself.
TEST_CASE("positional.lemma-b2: heads that ignore the oracle deliver nothing") {
  using namespace attest::constructions;
  const Value oracle = Value::List{Value::List{integers({2, 1})}, Value::List{integers({1, 1})}};
  for (const RationalMatrix& scores : {constant_matrix(3, 3, 0), unit_rows(3)}) {
    const Value heads = Value::List{Value::Record{
        {"WQ", Value::matrix(scores)}, {"WK", Value::matrix(unit_rows(3))}, {"WV", Value::matrix(unit_rows(2))}}};
    const Step memories = instances("X", {Value::matrix({{5, 1}, {7, 2}, {0, 3}})}, evaluate());
    require_rejected("positional.lemma-b2", "printed", true,
                     range("N", 2, 2, range("s", 1, 1, instances("R", {oracle}, witness("heads", heads, memories)))));
  }
}
