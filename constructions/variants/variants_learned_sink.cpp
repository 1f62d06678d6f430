// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"
#include "constructions/variants/readings.hpp"

namespace attest::constructions {

// A learned sink logit: OpenAI 2025 (gpt-oss model card).
Findings variants_learned_sink(const Effort& effort) {
  const Attention attention = published("learned-sink");
  Findings findings = variant_findings(
      {.name = "learned-sink",
       .masks = {{"property_causal", "theory/proofs/bound_variants_first_token.v", "sink_is_causal"},
                 {"property_position_aware", "theory/proofs/bound_variants_aware.v", "sink_is_aware"}}},
      effort);
  findings.certificates.push_back({"variants.learned-sink", "finding_without_mask", true,
                                   theory::proof("theory/proofs/bound_variants_unmasked_sink.v", "sink_without_mask")});
  findings.certificates.push_back(
      {"variants.learned-sink", "finding_without_mask", true, positions_stay_hidden(attention, effort)});
  return findings;
}

}  // namespace attest::constructions
