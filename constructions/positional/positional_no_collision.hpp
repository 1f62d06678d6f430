// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Assumption B.4: slots for every valid round, by edge colouring.
Findings positional_no_collision(const Effort& effort);

}  // namespace attest::constructions
