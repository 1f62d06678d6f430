// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Theorem C.2 on finite distributions and classes, by exact probabilities.
Findings positional_theorem_c2(const Effort& effort);

}  // namespace attest::constructions
