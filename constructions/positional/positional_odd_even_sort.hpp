// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix A.3: n - 1 rounds do not sort, n rounds do.
Findings positional_odd_even_sort(const Effort& effort);

}  // namespace attest::constructions
