// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Differential attention: Ye et al. 2024, eq. 1.
Findings variants_differential(const Effort& effort) {
  const Attention attention{.difference = Attention::Difference::two_softmaxes};
  return variant_findings({"differential", attention, "differential", "theory/proofs/normalizers.v"}, effort);
}

}  // namespace attest::constructions
