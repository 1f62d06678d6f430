// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma B.2: one hardmax layer delivers a round of any oracle.
Findings positional_lemma_b2(const Effort& effort);

}  // namespace attest::constructions
