// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Graphormer's spatial encoding: Ying et al. 2021, eq. 6.
Findings variants_graphormer(const Effort& effort) {
  return variant_findings(
      {.name = "graphormer", .theorems = "graphormer", .proofs = "theory/proofs/bound_variants_encodings.v"}, effort);
}

}  // namespace attest::constructions
