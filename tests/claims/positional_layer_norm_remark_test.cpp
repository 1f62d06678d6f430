// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/positional/deep_network.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/outcome_of.hpp"

using checker::Outcome;
using attest::constructions::deep_network;
using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::theory::evaluate;
using attest::theory::instances;
using attest::theory::range;
using attest::theory::Value;
using attest::theory::witness;

TEST_CASE("positional.layer-norm-remark: every certificate is accepted") {
  const auto shown = require_accepted("positional.layer-norm-remark");
  CHECK(shown.at("finding_shattering"));
  CHECK(shown.at("finding_no_constant"));
  CHECK(!shown.at("step_recursion"));
}

TEST_CASE("positional.layer-norm-remark: a network that ignores its input tells no set from another") {
  const Value S = Value::vector({1, 0, 0, 0});
  CHECK(
      outcome_of({"positional.layer-norm-remark", "finding_shattering", true,
                  range("k", 1, 1, instances("S", {S}, witness("f", deep_network(1, {0, 0, 0, 0}, 1), evaluate())))}) ==
      Outcome::kRejected);
}

TEST_CASE("positional.layer-norm-remark: with the value 2 rows are normalized, and the values are not 1/2") {
  const Value S = Value::vector({1, 0, 0, 0});
  CHECK(
      outcome_of({"positional.layer-norm-remark", "finding_shattering", true,
                  range("k", 1, 1, instances("S", {S}, witness("f", deep_network(1, {1, 0, 0, 0}, 1), evaluate())))}) !=
      Outcome::kAccepted);
}
