// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma C.7: packings that the printed logarithm does not allow for.
Findings positional_lemma_c7(const Effort& effort);

}  // namespace attest::constructions
