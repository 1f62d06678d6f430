// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix B.1: all data in one number.
Findings positional_trivial_simulation(const Effort& effort);

}  // namespace attest::constructions
