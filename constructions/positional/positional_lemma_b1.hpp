// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.lemma-b1: one machine that negates a bit; gathering with two variables.
Findings positional_lemma_b1(const Effort& effort);

}  // namespace attest::constructions
