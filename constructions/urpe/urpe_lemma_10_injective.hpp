// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Lemma 10: which z read a token off X_i z, on the grid with 1 and without.
Findings urpe_lemma_10_injective(const Effort& effort);

}  // namespace attest::constructions
