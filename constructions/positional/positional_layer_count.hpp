// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix D.1: ceil(log2 n) + 1 layers for the cumulative tasks.
Findings positional_layer_count(const Effort& effort);

}  // namespace attest::constructions
