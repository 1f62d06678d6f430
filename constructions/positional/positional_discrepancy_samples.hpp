// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix G, the displays for all m samples and the thresholds n_0.
Findings positional_discrepancy_samples(const Effort& effort);

}  // namespace attest::constructions
