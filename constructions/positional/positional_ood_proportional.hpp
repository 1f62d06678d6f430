// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, p_in from both sides.
Findings positional_ood_proportional(const Effort& effort);

}  // namespace attest::constructions
