// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// A gate behind the attention: Qiu et al. 2025 (gated attention), output gate.
Findings variants_gated_output(const Effort& effort) {
  return variant_findings(
      {.name = "gated-output", .theorems = "gated", .proofs = "theory/proofs/bound_variants_softmax.v"}, effort);
}

}  // namespace attest::constructions
