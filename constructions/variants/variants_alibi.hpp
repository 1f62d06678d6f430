// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Linear biases: Press et al. 2022, section 3.
Findings variants_alibi(const Effort& effort);

}  // namespace attest::constructions
