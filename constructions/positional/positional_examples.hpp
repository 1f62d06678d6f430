// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, section 7.3: the printed example prompts.
Findings positional_examples(const Effort& effort);

}  // namespace attest::constructions
