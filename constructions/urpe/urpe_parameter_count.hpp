// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, section 4.2: the parameters that C adds, and those of Table 2.
Findings urpe_parameter_count(const Effort& effort);

}  // namespace attest::constructions
