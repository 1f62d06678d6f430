// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Differential attention: Ye et al. 2024, eq. 1.
Findings variants_differential(const Effort& effort) {
  return variant_findings(
      {.name = "differential", .theorems = "differential", .proofs = "theory/proofs/bound_variants_linear.v"}, effort);
}

}  // namespace attest::constructions
