// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, equation 5 and footnote 3: two-layer MLPs without biases.
Findings positional_bias_free_mlp(const Effort& effort);

}  // namespace attest::constructions
