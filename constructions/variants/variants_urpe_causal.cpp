// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"
#include "constructions/variants/readings.hpp"

namespace attest::constructions {

// URPE attention made causal by C: Luo et al. 2022 (URPE), section 4.2.
Findings variants_urpe_causal(const Effort& effort) {
  const Attention attention = published("urpe-causal");
  Findings findings = variant_findings(
      {.name = "urpe-causal",
       .masks = {{"property_position_aware", "theory/proofs/bound_variants_urpe.v", "urpe_causal_is_aware"}}},
      effort);
  Attention other = attention;
  other.factor = Attention::Factor::lower;
  findings.certificates.push_back({"variants.urpe-causal", "finding_the_other_side", false, causality(other, effort)});
  other = attention;
  other.factor = Attention::Factor::toeplitz;
  findings.certificates.push_back(
      {"variants.urpe-causal", "finding_mask_inside_softmax", true,
       theory::proof("theory/proofs/bound_variants_masked_rows.v", "urpe_masked_inside_softmax")});
  findings.certificates.push_back(
      {"variants.urpe-causal", "finding_mask_inside_softmax", true, masked_is_causal(other, effort)});
  return findings;
}

}  // namespace attest::constructions
