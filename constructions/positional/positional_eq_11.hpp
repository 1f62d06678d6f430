// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, eq. 11 line by line: stacked matrices are not matrices side by side.
Findings positional_eq_11(const Effort& effort);

}  // namespace attest::constructions
