// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix D.1.6: binary position encodings.
Findings positional_binary_encodings(const Effort& effort);

}  // namespace attest::constructions
