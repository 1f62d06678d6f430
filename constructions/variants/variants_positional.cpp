// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Positional attention: Back de Luca et al. 2025, eq. 3.
Findings variants_positional(const Effort& effort) {
  return variant_findings(
      {.name = "positional", .theorems = "positional", .proofs = "theory/proofs/bound_variants_softmax.v"}, effort);
}

}  // namespace attest::constructions
