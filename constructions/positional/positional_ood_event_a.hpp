// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, equation 24: the probability under event A and its bound.
Findings positional_ood_event_a(const Effort& effort);

}  // namespace attest::constructions
