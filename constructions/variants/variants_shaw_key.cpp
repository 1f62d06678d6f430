// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Relative vectors at the keys: Shaw et al. 2018, eq. 4; URPE, section 2.
Findings variants_shaw_key(const Effort& effort) {
  return variant_findings({.name = "shaw-key", .theorems = "shaw", .proofs = "theory/proofs/bound_variants_softmax.v"},
                          effort);
}

}  // namespace attest::constructions
