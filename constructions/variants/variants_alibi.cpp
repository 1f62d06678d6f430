// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Linear biases: Press et al. 2022, section 3.
Findings variants_alibi(const Effort& effort) {
  return variant_findings({.name = "alibi", .theorems = "alibi", .masks = {{"property_causal", "alibi_is_causal"}}},
                          effort);
}

}  // namespace attest::constructions
