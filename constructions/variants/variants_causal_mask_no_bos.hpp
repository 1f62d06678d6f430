// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Causal attention without positions: Radford et al. 2018 (decoder block) without positional encodings.
Findings variants_causal_mask_no_bos(const Effort& effort);

}  // namespace attest::constructions
