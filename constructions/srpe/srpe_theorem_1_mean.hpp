// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, Theorem 1, eq. 12: the expected output is the attention output.
Findings srpe_theorem_1_mean(const Effort& effort);

}  // namespace attest::constructions
