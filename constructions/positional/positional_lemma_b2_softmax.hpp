// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix B.4: softmax for hardmax in the printed and in the repaired routing.
Findings positional_lemma_b2_softmax(const Effort& effort);

}  // namespace attest::constructions
