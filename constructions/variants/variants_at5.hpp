// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Adaptive T5: Wu et al. 2021 (SRPE), eqs. 17 to 20.
Findings variants_at5(const Effort& effort);

}  // namespace attest::constructions
