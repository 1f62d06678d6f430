// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix G, the risk on test data against the risk on training data and the discrepancy.
Findings positional_theorem_g1(const Effort& effort);

}  // namespace attest::constructions
