// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix C.3: the norm of L layers' output, and a network that attains it.
Findings positional_norm_growth(const Effort& effort);

}  // namespace attest::constructions
