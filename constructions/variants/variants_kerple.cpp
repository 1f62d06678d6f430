// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Kernelized distances: Chi et al. 2022, the logarithmic variant.
Findings variants_kerple(const Effort& effort) {
  return variant_findings(
      {.name = "kerple", .theorems = "kerple", .proofs = "theory/proofs/bound_variants_encodings.v"}, effort);
}

}  // namespace attest::constructions
