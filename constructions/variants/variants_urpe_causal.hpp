// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE attention made causal by C: Luo et al. 2022 (URPE), section 4.2.
Findings variants_urpe_causal(const Effort& effort);

}  // namespace attest::constructions
