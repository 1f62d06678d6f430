// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, section 3: attention without the softmax denominator, with and without an encoding.
Findings urpe_denominator_removal(const Effort& effort);

}  // namespace attest::constructions
