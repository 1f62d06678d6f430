// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Definition A.4: the graph and its edges.
Findings positional_benes_definition(const Effort& effort);

}  // namespace attest::constructions
