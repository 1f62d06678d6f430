// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Linear biases: Press et al. 2022, section 3.
Findings variants_alibi(const Effort& effort) {
  return variant_findings({.name = "alibi",
                           .theorems = "alibi",
                           .proofs = "theory/proofs/bound_variants_masks.v",
                           .masks = {{"property_causal", "theory/proofs/bound_variants_masks.v", "alibi_is_causal"}}},
                          effort);
}

}  // namespace attest::constructions
