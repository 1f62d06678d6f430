// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, the order of p_in, at n = 2 and near c = 1 too.
Findings positional_ood_order(const Effort& effort);

}  // namespace attest::constructions
