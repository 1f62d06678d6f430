// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, section 2: the four encodings of the literature against the scores of eq. 4.
Findings urpe_rpe_variants(const Effort& effort);

}  // namespace attest::constructions
