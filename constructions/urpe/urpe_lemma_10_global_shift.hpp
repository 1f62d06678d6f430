// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Lemma 10: the last block, its factor and the threshold that it lacks.
Findings urpe_lemma_10_global_shift(const Effort& effort);

}  // namespace attest::constructions
