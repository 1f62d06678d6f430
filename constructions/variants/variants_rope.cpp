// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Rotary encodings: Su et al. 2021, eqs. 14 to 16.
Findings variants_rope(const Effort& effort) {
  return variant_findings({.name = "rope", .theorems = "rope", .proofs = "theory/proofs/bound_variants_encodings.v"},
                          effort);
}

}  // namespace attest::constructions
