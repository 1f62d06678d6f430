// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, after Theorem 2: the functions on a finite domain that RPE Transformers compute, with a network for each.
Findings urpe_rpe_finite_domain(const Effort& effort);

}  // namespace attest::constructions
