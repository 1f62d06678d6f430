// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.benes-half-paths: path counts within the halves, and the two next nodes, network by network.
Findings positional_benes_half_paths(const Effort& effort);

}  // namespace attest::constructions
