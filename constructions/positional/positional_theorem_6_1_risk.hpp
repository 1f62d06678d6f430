// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, section 6: whether the risk goes to 0 for a class with fixed parameters.
Findings positional_theorem_6_1_risk(const Effort& effort);

}  // namespace attest::constructions
