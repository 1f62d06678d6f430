// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, Remark B.5: one setting of the parameters for all lengths.
Findings positional_remark_b5(const Effort& effort);

}  // namespace attest::constructions
