// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, section 4.2: which blocks of the proof exist when each head has one C in all layers.
Findings urpe_shared_c(const Effort& effort);

}  // namespace attest::constructions
