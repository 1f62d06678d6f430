// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix B.2: the number of paths between two nodes.
Findings positional_benes_paths(const Effort& effort);

}  // namespace attest::constructions
