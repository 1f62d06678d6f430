// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.two-s-slots: the wiring, and loads that need either half of it whole.
Findings positional_two_s_slots(const Effort& effort);

}  // namespace attest::constructions
