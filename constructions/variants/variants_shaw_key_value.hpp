// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Relative vectors at keys and values: Shaw et al. 2018, eqs. 3 and 4.
Findings variants_shaw_key_value(const Effort& effort);

}  // namespace attest::constructions
