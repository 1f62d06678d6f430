// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, eqs. 14 to 16: which buckets are the bucket of no position.
Findings srpe_t5_bucket_use(const Effort& effort);

}  // namespace attest::constructions
