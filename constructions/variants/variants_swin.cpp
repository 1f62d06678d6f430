// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Swin's window attention: Liu et al. 2021, eq. 4.
Findings variants_swin(const Effort& effort) {
  return variant_findings({.name = "swin", .theorems = "swin", .proofs = "theory/proofs/bound_variants_encodings.v"},
                          effort);
}

}  // namespace attest::constructions
