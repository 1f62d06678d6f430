// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, at most O(N/(n c^2)) of N instances lie inside, from which N on.
Findings positional_ood_chernoff_multiplicative(const Effort& effort);

}  // namespace attest::constructions
