// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, section 4.2: what C of ones gives back, and what it does not.
Findings urpe_all_ones_c(const Effort& effort);

}  // namespace attest::constructions
