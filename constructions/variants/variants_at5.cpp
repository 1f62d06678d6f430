// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Adaptive T5: Wu et al. 2021 (SRPE), eqs. 17 to 20.
Findings variants_at5(const Effort& effort) {
  return variant_findings({.name = "at5", .theorems = "at5", .proofs = "theory/proofs/bound_variants_encodings.v"},
                          effort);
}

}  // namespace attest::constructions
