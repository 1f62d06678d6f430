// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_alibi.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_alibi(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::alibi, .mask = Attention::Mask::causal};
  return variant_findings(
      {"alibi", attention, "alibi", "theory/proofs/variants.v", {{"property_causal", "alibi_is_causal"}}}, effort);
}

}  // namespace attest::constructions
