// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Transformer-XL's encoding: URPE, section 2; Dai et al. 2019, section 3.3.
Findings variants_transformer_xl(const Effort& effort);

}  // namespace attest::constructions
