// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Relative vectors at the keys: Shaw et al. 2018, eq. 4; URPE, section 2.
Findings variants_shaw_key(const Effort& effort);

}  // namespace attest::constructions
