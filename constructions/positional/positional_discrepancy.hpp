// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix G, the claim for m = n^c and the empirical discrepancy of minimum and maximum.
Findings positional_discrepancy(const Effort& effort);

}  // namespace attest::constructions
