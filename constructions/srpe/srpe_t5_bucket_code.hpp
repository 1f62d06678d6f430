// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, eqs. 14 to 16, against what T5's public implementations compute in floating point.
Findings srpe_t5_bucket_code(const Effort& effort);

}  // namespace attest::constructions
