// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, eqs. 17 and 19: which of AT5's buckets share a binary32 value at the paper's settings.
Findings srpe_at5_float(const Effort& effort);

}  // namespace attest::constructions
