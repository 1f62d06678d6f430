// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Theorem 3 and appendix B: parameters with A(X) 1 = (1, (n-1)/n, ..., 1/n) for every X.
Findings urpe_position_aware_condition(const Effort& effort);

}  // namespace attest::constructions
