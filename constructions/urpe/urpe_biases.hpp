// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, eqs. 3, 6 and 8 to the letter: what networks without biases cannot do.
Findings urpe_biases(const Effort& effort);

}  // namespace attest::constructions
