// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix C.3: the recursion of the covers' radii, against one layer.
Findings positional_cover_recursion(const Effort& effort);

}  // namespace attest::constructions
