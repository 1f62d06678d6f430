// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Theorems 1 and 2: the two norms, and absolute encodings without biases on one token.
Findings urpe_theorem_1(const Effort& effort);

}  // namespace attest::constructions
