// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, section 5.1 and figure 1: the best possible expected token accuracy of each model class on both synthetic
/// tasks.
Findings urpe_synthetic_ceilings(const Effort& effort);

}  // namespace attest::constructions
