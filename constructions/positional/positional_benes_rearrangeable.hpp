// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Benes: every permutation along node-disjoint paths, by the looping algorithm.
Findings positional_benes_rearrangeable(const Effort& effort);

}  // namespace attest::constructions
