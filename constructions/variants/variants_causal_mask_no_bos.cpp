// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Causal attention without positions: Radford et al. 2018 (decoder block) without positional encodings.
Findings variants_causal_mask_no_bos(const Effort& effort) {
  return variant_findings({.name = "causal-mask-no-bos",
                           .theorems = "causal",
                           .proofs = "theory/proofs/bound_variants_masks.v",
                           .masks = {{"property_causal", "theory/proofs/bound_variants_masks.v", "mask_is_causal"}}},
                          effort);
}

}  // namespace attest::constructions
