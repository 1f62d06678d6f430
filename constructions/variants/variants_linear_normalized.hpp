// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Linear attention with its denominator: Katharopoulos et al. 2020, eqs. 4 and 7.
Findings variants_linear_normalized(const Effort& effort);

}  // namespace attest::constructions
