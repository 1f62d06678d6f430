// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace attest::tests {

/// What a variants claim is expected to say.
struct ExpectedProperties {
  bool right_stochastic, identical_rows_stay_identical, position_aware, causal;
};

/// require_accepted, and that the statements property_... say what is expected. Returns for each statement whether it
/// was shown true.
std::map<std::string, bool> require_properties(const std::string& id, const ExpectedProperties& expected);

}  // namespace attest::tests
