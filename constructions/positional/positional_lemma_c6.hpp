// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma C.6: softmax from the sup norm to the 1-norm, with its best constant and its modulus.
Findings positional_lemma_c6(const Effort& effort);

}  // namespace attest::constructions
