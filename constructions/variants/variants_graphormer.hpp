// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Graphormer's spatial encoding: Ying et al. 2021, eq. 6.
Findings variants_graphormer(const Effort& effort);

}  // namespace attest::constructions
