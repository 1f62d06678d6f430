// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma B.2: in which sense measurable local functions are approximated.
Findings positional_lemma_b2_approximation(const Effort& effort);

}  // namespace attest::constructions
