// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Lemma C.8: how a total radius is divided; signs and zeros that the text admits.
Findings positional_lemma_c8(const Effort& effort);

}  // namespace attest::constructions
