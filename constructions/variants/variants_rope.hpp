// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Rotary encodings: Su et al. 2021, eqs. 14 to 16.
Findings variants_rope(const Effort& effort);

}  // namespace attest::constructions
