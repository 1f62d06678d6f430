// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Lemma 6: two inputs that no printed block tells apart, the block with c on the query, ties and ends.
Findings urpe_lemma_6(const Effort& effort);

}  // namespace attest::constructions
