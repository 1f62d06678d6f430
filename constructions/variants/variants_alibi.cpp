// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Linear biases: Press et al. 2022, section 3.
Findings variants_alibi(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::alibi, .mask = Attention::Mask::causal};
  return variant_findings(
      {"alibi", attention, "alibi", "theory/proofs/variants.v", {{"property_causal", "alibi_is_causal"}}}, effort);
}

}  // namespace attest::constructions
