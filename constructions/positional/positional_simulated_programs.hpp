// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma B.2 end to end: programs compiled to weights, hardmax and softmax, round by round.
Findings positional_simulated_programs(const Effort& effort);

}  // namespace attest::constructions
