// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix G: minimum and maximum by four ReLUs.
Findings positional_relu_min_max(const Effort& effort);

}  // namespace attest::constructions
