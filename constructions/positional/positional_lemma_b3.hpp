// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma B.3: softmax patterns against hardmax patterns, the printed and the least temperature.
Findings positional_lemma_b3(const Effort& effort);

}  // namespace attest::constructions
