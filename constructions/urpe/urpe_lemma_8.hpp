// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Lemma 8: the block of eqs. 16 and 17 from v, its exact smallest gap, one and two heads.
Findings urpe_lemma_8(const Effort& effort);

}  // namespace attest::constructions
