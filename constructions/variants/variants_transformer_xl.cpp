// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"
#include "constructions/variants/readings.hpp"

namespace attest::constructions {

// Transformer-XL's encoding: URPE, section 2; Dai et al. 2019, section 3.3.
Findings variants_transformer_xl(const Effort& effort) {
  const Attention attention = published("transformer-xl");
  Findings findings = variant_findings(
      {.name = "transformer-xl", .theorems = "transformer_xl", .proofs = "theory/proofs/bound_variants_encodings.v"},
      effort);
  findings.certificates.push_back(
      {"variants.transformer-xl", "finding_with_the_mask", true,
       theory::proof("theory/proofs/bound_variants_masked_rows.v", "transformer_xl_with_the_mask")});
  findings.certificates.push_back(
      {"variants.transformer-xl", "finding_with_the_mask", true, masked_is_causal(attention, effort)});
  return findings;
}

}  // namespace attest::constructions
