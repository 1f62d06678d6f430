// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// T5's relative bias: Raffel et al. 2020, section 2.1; URPE, section 2.
Findings variants_t5(const Effort& effort);

}  // namespace attest::constructions
