// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma C.9: the concatenated heads move by sqrt(H + 1) times what is printed.
Findings positional_lemma_c9(const Effort& effort);

}  // namespace attest::constructions
