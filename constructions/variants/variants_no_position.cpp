// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Softmax attention without positions: Vaswani et al. 2017, eq. 1; URPE, eq. 1.
Findings variants_no_position(const Effort& effort) {
  return variant_findings(
      {.name = "no-position", .theorems = "no_position", .proofs = "theory/proofs/bound_variants_softmax.v"}, effort);
}

}  // namespace attest::constructions
