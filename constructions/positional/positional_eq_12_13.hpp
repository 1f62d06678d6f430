// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, eqs. 12 and 13: rows of softmax have sum 1.
Findings positional_eq_12_13(const Effort& effort);

}  // namespace attest::constructions
