// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, section 2: invariance and equivariance of the layers without encodings.
Findings urpe_permutation_symmetry(const Effort& effort);

}  // namespace attest::constructions
