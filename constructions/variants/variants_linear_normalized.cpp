// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Linear attention with its denominator: Katharopoulos et al. 2020, eqs. 4 and 7.
Findings variants_linear_normalized(const Effort& effort) {
  return variant_findings(
      {.name = "linear-normalized", .theorems = "linear", .proofs = "theory/proofs/bound_variants_linear.v"}, effort);
}

}  // namespace attest::constructions
