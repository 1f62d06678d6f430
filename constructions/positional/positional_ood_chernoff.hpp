// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, equation 29, the additive Chernoff bound.
Findings positional_ood_chernoff(const Effort& effort);

}  // namespace attest::constructions
