// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Lemma 10: the printed construction, and the same blocks with numbers that work.
Findings urpe_lemma_10(const Effort& effort);

}  // namespace attest::constructions
