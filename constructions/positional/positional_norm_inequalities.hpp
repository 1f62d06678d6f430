// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix C.2: the inequalities between norms.
Findings positional_norm_inequalities(const Effort& effort);

}  // namespace attest::constructions
