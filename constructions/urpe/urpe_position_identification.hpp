// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, eq. 9: no RPE Transformer identifies positions on identical tokens; an explicit URPE Transformer does on every
/// sequence.
Findings urpe_position_identification(const Effort& effort);

}  // namespace attest::constructions
