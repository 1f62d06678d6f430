// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, section 7: k-hop induction.
Findings positional_k_hop(const Effort& effort);

}  // namespace attest::constructions
