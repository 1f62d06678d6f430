// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix G, the discrepancy of the two distributions is at least z.
Findings positional_discrepancy_conclusion(const Effort& effort);

}  // namespace attest::constructions
