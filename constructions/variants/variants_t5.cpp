// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// T5's relative bias: Raffel et al. 2020, section 2.1; URPE, section 2.
Findings variants_t5(const Effort& effort) {
  return variant_findings({.name = "t5", .theorems = "t5", .proofs = "theory/proofs/bound_variants_softmax.v"}, effort);
}

}  // namespace attest::constructions
