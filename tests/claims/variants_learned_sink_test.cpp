// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/variant_properties.hpp"

TEST_CASE("variants.learned-sink: the properties, by certificates and by the layer's own formula") {
  const auto shown = attest::tests::require_properties(
      "variants.learned-sink",
      {.right_stochastic = false, .identical_rows_stay_identical = false, .position_aware = true, .causal = true});
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_without_mask"));
}
