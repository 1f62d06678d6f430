// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma C.5: the step from Lemma C.4, and constants that cannot exist.
Findings positional_lemma_c5(const Effort& effort);

}  // namespace attest::constructions
