// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma C.4 on finite classes, by exact Rademacher complexities.
Findings positional_lemma_c4(const Effort& effort);

}  // namespace attest::constructions
