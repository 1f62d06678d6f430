// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.log-cost: communications that gather everything, for all N and several memories.
Findings positional_log_cost(const Effort& effort);

}  // namespace attest::constructions
