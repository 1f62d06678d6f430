// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Theorem 2, last display: the inequality for every c, its difference as a square.
Findings urpe_theorem_2_bound(const Effort& effort);

}  // namespace attest::constructions
