// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, eq. 8: the constant c, its closed form, and what it depends on.
Findings srpe_normalization(const Effort& effort);

}  // namespace attest::constructions
