// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, Artificial Tasks: what the embedded Reber task and the adding problem need to know of positions.
Findings srpe_reber(const Effort& effort);

}  // namespace attest::constructions
