// SPDX-License-Identifier: Apache-2.0
// The variants whose claims say nothing beyond the four properties. A row is a test case: test_claims 'variants.t5*'
// runs one.
#include <catch2/catch.hpp>

#include "tests/claims/variant_properties.hpp"

#define TEST_PROPERTIES(id, right_stochastic, identical_rows_stay_identical, position_aware, causal) \
  TEST_CASE(id ": the properties, by certificates and by the layer's own formula") {                 \
    const auto shown = attest::tests::require_properties(                                            \
        id, {right_stochastic, identical_rows_stay_identical, position_aware, causal});              \
    CHECK(shown.at("printed"));                                                                      \
  }

// Whether A is right stochastic, identical rows stay identical, the layer is position-aware, it is causal.
TEST_PROPERTIES("variants.sinusoidal-ape", true, false, false, false)
TEST_PROPERTIES("variants.no-position", true, true, false, false)
TEST_PROPERTIES("variants.t5", true, true, false, false)
TEST_PROPERTIES("variants.shaw-key", true, true, false, false)
TEST_PROPERTIES("variants.shaw-key-value", true, false, false, false)
TEST_PROPERTIES("variants.deberta", true, true, false, false)
TEST_PROPERTIES("variants.alibi", true, true, false, true)
TEST_PROPERTIES("variants.rope", true, true, false, false)
TEST_PROPERTIES("variants.kerple", true, true, false, false)
TEST_PROPERTIES("variants.swin", true, true, false, false)
TEST_PROPERTIES("variants.graphormer", true, true, false, false)
TEST_PROPERTIES("variants.at5", true, true, false, false)
TEST_PROPERTIES("variants.urpe", false, false, true, false)
TEST_PROPERTIES("variants.gated-output", true, true, false, false)
TEST_PROPERTIES("variants.differential", false, true, false, false)
TEST_PROPERTIES("variants.linear-normalized", true, true, false, false)
TEST_PROPERTIES("variants.causal-mask-no-bos", true, true, false, true)
TEST_PROPERTIES("variants.positional", true, true, false, false)
