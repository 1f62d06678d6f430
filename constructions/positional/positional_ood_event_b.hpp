// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, equation 26 for n >= 3: the closed form, and the integrals as printed.
Findings positional_ood_event_b(const Effort& effort);

}  // namespace attest::constructions
