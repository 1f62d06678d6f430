// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Differential attention: Ye et al. 2024, eq. 1.
Findings variants_differential(const Effort& effort);

}  // namespace attest::constructions
