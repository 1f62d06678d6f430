// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/variant_properties.hpp"

TEST_CASE("variants.softmax-plus-one: the properties, by certificates and by the layer's own formula") {
  const auto shown = attest::tests::require_properties(
      "variants.softmax-plus-one",
      {.right_stochastic = false, .identical_rows_stay_identical = true, .position_aware = false, .causal = false});
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_with_t5"));
}
