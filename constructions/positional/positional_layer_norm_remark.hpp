// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, eq. 22: layer normalization does not stop the growth of differences.
Findings positional_layer_norm_remark(const Effort& effort);

}  // namespace attest::constructions
