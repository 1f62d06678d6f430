// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Relative vectors at keys and values: Shaw et al. 2018, eqs. 3 and 4.
Findings variants_shaw_key_value(const Effort& effort) {
  return variant_findings(
      {.name = "shaw-key-value", .theorems = "shaw_value", .proofs = "theory/proofs/bound_variants_softmax.v"}, effort);
}

}  // namespace attest::constructions
