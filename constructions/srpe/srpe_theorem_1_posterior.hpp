// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, Theorem 1, eq. 11: the posterior of the attended position is attention.
Findings srpe_theorem_1_posterior(const Effort& effort);

}  // namespace attest::constructions
