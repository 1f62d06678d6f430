// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, section 6: the exact minimum in ceil(log2 n) layers.
Findings positional_tree_minimum(const Effort& effort);

}  // namespace attest::constructions
