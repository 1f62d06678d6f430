// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix B.4: the printed query matrix, a machine that receives nothing, the repaired one.
Findings positional_lemma_b2_routing(const Effort& effort);

}  // namespace attest::constructions
