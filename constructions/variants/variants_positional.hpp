// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional attention: Back de Luca et al. 2025, eq. 3.
Findings variants_positional(const Effort& effort);

}  // namespace attest::constructions
