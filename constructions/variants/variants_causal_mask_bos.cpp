// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"
#include "constructions/variants/readings.hpp"

namespace attest::constructions {

// Causal attention behind a first token: Decoders without positional encodings (Haviv et al. 2022; Kazemnejad et al.
// 2023).
Findings variants_causal_mask_bos(const Effort& effort) {
  const Attention attention = published("causal-mask-bos");
  Findings findings =
      variant_findings({.name = "causal-mask-bos",
                        .theorems = "bos",
                        .proofs = "theory/proofs/bound_variants_first_token.v",
                        .masks = {{"property_causal", "theory/proofs/bound_variants_first_token.v", "bos_is_causal"}}},
                       effort);
  findings.certificates.push_back(
      {"variants.causal-mask-bos", "finding_block", true,
       theory::proof("theory/proofs/bound_variants_masked_rows.v", "block_behind_a_first_token")});
  findings.certificates.push_back({"variants.causal-mask-bos", "finding_block", true, bos_block(attention, effort)});
  return findings;
}

}  // namespace attest::constructions
