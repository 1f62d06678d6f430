// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, equation 26 for n = 2: the factor 4 that is missing.
Findings positional_ood_event_b_n2(const Effort& effort);

}  // namespace attest::constructions
