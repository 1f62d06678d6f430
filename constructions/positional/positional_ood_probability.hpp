// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, equation 27: the bounds on p_in for n >= 3, and p_in in closed form.
Findings positional_ood_probability(const Effort& effort);

}  // namespace attest::constructions
