// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix B.4: the output matrix, as meant and with the printed offset.
Findings positional_lemma_b2_output(const Effort& effort);

}  // namespace attest::constructions
