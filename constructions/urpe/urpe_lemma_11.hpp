// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Lemma 11: the read-out of a contextual mapping by feed-forward blocks, and why one block for each value is not
/// enough.
Findings urpe_lemma_11(const Effort& effort);

}  // namespace attest::constructions
