// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Lemma 10: which gaps of u keep the positions' ranges, and the sweep's windows, apart.
Findings urpe_lemma_10_separation(const Effort& effort);

}  // namespace attest::constructions
