// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Lemma 7: eq. 15 with k from 0 and from 1, t = 1, the order of the layers, the grid.
Findings urpe_lemma_7(const Effort& effort);

}  // namespace attest::constructions
