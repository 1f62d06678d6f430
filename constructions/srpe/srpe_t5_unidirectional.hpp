// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, eq. 16: the one-sided bucket function.
Findings srpe_t5_unidirectional(const Effort& effort);

}  // namespace attest::constructions
