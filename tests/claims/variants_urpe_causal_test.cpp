// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/variant_properties.hpp"

TEST_CASE("variants.urpe-causal: the properties, by certificates and by the layer's own formula") {
  const auto shown = attest::tests::require_properties(
      "variants.urpe-causal",
      {.right_stochastic = false, .identical_rows_stay_identical = false, .position_aware = true, .causal = false});
  CHECK(shown.at("printed"));
  CHECK_FALSE(shown.at("finding_the_other_side"));
  CHECK(shown.at("finding_mask_inside_softmax"));
}
