// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.bias-free-mlp: every certificate is accepted") {
  const auto shown = require_accepted("positional.bias-free-mlp");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("finding_homogeneous"));
  CHECK(shown.at("repaired"));
}

TEST_CASE("positional.bias-free-mlp: a network without weights is rejected") {
  const Value net = Value::Record{{"W1", Value::matrix({{0}, {0}})}, {"W2", Value::matrix({{0}})}};
  require_rejected(
      "positional.bias-free-mlp", "repaired", true,
      range("m", 1, 1,
            range("k", 1, 1,
                  instances("points", {Value::matrix({{1}, {2}})},
                            instances("Y", {Value::matrix({{1}, {1}})}, witness("net", net, evaluate()))))));
}
