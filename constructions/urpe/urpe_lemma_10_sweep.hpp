// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Lemma 10: what the sweep keeps of the input, with the printed multiplier and with others.
Findings urpe_lemma_10_sweep(const Effort& effort);

}  // namespace attest::constructions
