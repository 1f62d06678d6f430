// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, eqs. 17 and 19: AT5's bucket in [0, 1), monotone, continuous at 0; gamma <= 0; its dependence on n.
Findings srpe_at5_bucket(const Effort& effort);

}  // namespace attest::constructions
