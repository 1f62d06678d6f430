// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, eq. 18: from the layers' cover to scalar outputs.
Findings positional_eq_18(const Effort& effort);

}  // namespace attest::constructions
