// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma C.10: a layer's output, with the repair of Lemma C.9 and the last term's input.
Findings positional_lemma_c10(const Effort& effort);

}  // namespace attest::constructions
