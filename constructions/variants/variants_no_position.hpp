// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Softmax attention without positions: Vaswani et al. 2017, eq. 1; URPE, eq. 1.
Findings variants_no_position(const Effort& effort);

}  // namespace attest::constructions
