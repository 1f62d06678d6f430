// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Sinusoidal absolute encodings: Vaswani et al. 2017, sections 3.2.1 and 3.5; URPE, section 2.
Findings variants_sinusoidal_ape(const Effort& effort) {
  return variant_findings(
      {.name = "sinusoidal-ape", .theorems = "absolute", .proofs = "theory/proofs/bound_variants_softmax.v"}, effort);
}

}  // namespace attest::constructions
