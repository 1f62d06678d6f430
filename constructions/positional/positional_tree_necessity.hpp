// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, section 6: fewer than log2 n layers for the minimum.
Findings positional_tree_necessity(const Effort& effort);

}  // namespace attest::constructions
