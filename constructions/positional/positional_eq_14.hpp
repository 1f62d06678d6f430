// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, eq. 14 line by line, with the scores where attention matrices are printed.
Findings positional_eq_14(const Effort& effort);

}  // namespace attest::constructions
