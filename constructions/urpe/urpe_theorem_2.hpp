// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Theorem 2: the constant target, the exact infimum, the smallest n, and what D must contain.
Findings urpe_theorem_2(const Effort& effort);

}  // namespace attest::constructions
