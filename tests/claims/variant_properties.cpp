// SPDX-License-Identifier: Apache-2.0
#include "tests/claims/variant_properties.hpp"

#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"

namespace attest::tests {

std::map<std::string, bool> require_properties(const std::string& id, const ExpectedProperties& expected) {
  const std::map<std::string, bool> shown = require_accepted(id);
  CHECK(shown.at("property_right_stochastic") == expected.right_stochastic);
  CHECK(shown.at("property_identical_rows_stay_identical") == expected.identical_rows_stay_identical);
  // Exactly one of the two is stated, and it is shown true.
  CHECK(shown.contains("property_position_aware") == expected.position_aware);
  CHECK(shown.contains("property_not_position_aware") != expected.position_aware);
  CHECK(shown.at(expected.position_aware ? "property_position_aware" : "property_not_position_aware"));
  CHECK(shown.at("property_causal") == expected.causal);
  return shown;
}

}  // namespace attest::tests
