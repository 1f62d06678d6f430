// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix C.3: the solution of the recursion, printed and right.
Findings positional_cover_closed_form(const Effort& effort);

}  // namespace attest::constructions
