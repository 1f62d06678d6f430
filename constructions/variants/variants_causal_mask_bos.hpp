// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Causal attention behind a first token: Decoders without positional encodings (Haviv et al. 2022; Kazemnejad et al.
/// 2023).
Findings variants_causal_mask_bos(const Effort& effort);

}  // namespace attest::constructions
