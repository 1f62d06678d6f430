// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix C.3: the inputs of the first layer's covers.
Findings positional_cover_first_layer(const Effort& effort);

}  // namespace attest::constructions
