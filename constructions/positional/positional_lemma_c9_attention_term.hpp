// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma C.9 with Z and WV unchanged: up to four heads it holds.
Findings positional_lemma_c9_attention_term(const Effort& effort);

}  // namespace attest::constructions
