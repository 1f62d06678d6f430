// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Theorem 3: networks of an attention of which only the two conditions are known, with their L^p error bounded.
Findings urpe_theorem_3(const Effort& effort);

}  // namespace attest::constructions
