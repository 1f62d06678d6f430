// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Softmax with 1 in the denominator: Miller 2023, "Attention is off by one".
Findings variants_softmax_plus_one(const Effort& effort);

}  // namespace attest::constructions
