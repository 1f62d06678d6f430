// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Lemma 10: some stack of modified blocks computes a contextual mapping.
Findings urpe_lemma_10_existence(const Effort& effort);

}  // namespace attest::constructions
