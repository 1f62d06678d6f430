// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, equation 28: where its two inequalities fail, and p_in exactly.
Findings positional_ood_n2(const Effort& effort);

}  // namespace attest::constructions
