// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, section 4.2: what zeros in C let a token see, and a causal variant.
Findings urpe_causal_c(const Effort& effort);

}  // namespace attest::constructions
