// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using attest::tests::require_accepted;
using attest::tests::require_rejected;
using namespace attest::theory;

TEST_CASE("positional.layer-count: every certificate is accepted") {
  const auto shown = require_accepted("positional.layer-count");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_sums_in_one_layer"));
  CHECK(shown.at("finding_quoted_numbers"));
}

TEST_CASE("positional.layer-count: attention that ignores the position gives no cumulative sums") {
  using namespace attest::constructions;
  const Value equal = Value::matrix(constant_matrix(2, 3, Rational(1, 3)));
  require_rejected(
      "positional.layer-count", "finding_sums_in_one_layer", true,
      range("n", 2, 2, witness("A", equal, witness("B", equal, witness("a", 3, witness("b", 0, evaluate()))))));
}
