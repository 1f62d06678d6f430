// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Disentangled attention: He et al. 2021, section 3.1; URPE, section 2.
Findings variants_deberta(const Effort& effort) {
  return variant_findings(
      {.name = "deberta", .theorems = "deberta", .proofs = "theory/proofs/bound_variants_softmax.v"}, effort);
}

}  // namespace attest::constructions
