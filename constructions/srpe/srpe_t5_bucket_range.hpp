// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, eqs. 14 and 15: the bucket function's range, monotonicity and exact part, and for which K and M.
Findings srpe_t5_bucket_range(const Effort& effort);

}  // namespace attest::constructions
