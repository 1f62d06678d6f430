// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Theorem 5.1, by two layers; one machine; no uniform approximation of a jump.
Findings positional_theorem_5_1(const Effort& effort);

}  // namespace attest::constructions
