// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, Theorem 1, eq. 10: the exact marginal of the attended position, and where it is beta.
Findings srpe_theorem_1_prior(const Effort& effort);

}  // namespace attest::constructions
