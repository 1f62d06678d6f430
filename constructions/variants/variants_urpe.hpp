// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE attention: Luo et al. 2022 (URPE), eq. 8.
Findings variants_urpe(const Effort& effort);

}  // namespace attest::constructions
