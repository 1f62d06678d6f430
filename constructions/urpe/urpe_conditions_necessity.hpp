// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Theorem 3: classes that meet one condition only, and universal ones that miss one.
Findings urpe_conditions_necessity(const Effort& effort);

}  // namespace attest::constructions
