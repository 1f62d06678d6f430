// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Theorem 6.1: networks of logarithmic depth that no constants allow for, and what the
/// repaired lemmas give.
Findings positional_theorem_6_1(const Effort& effort);

}  // namespace attest::constructions
