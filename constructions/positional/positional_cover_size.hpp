// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix C.3, eqs. 19 to 21: what the covers' sizes are made of.
Findings positional_cover_size(const Effort& effort);

}  // namespace attest::constructions
