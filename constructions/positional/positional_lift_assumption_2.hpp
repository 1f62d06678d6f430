// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.lift-assumption-2: a permutation of eight machines that overflows a half of two slots.
Findings positional_lift_assumption_2(const Effort& effort);

}  // namespace attest::constructions
