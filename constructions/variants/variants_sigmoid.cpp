// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"
#include "constructions/variants/readings.hpp"

namespace attest::constructions {

// Sigmoid attention: Ramapuram et al. 2024; URPE, section 3 (removing the denominator).
Findings variants_sigmoid(const Effort& effort) {
  const Attention attention = published("sigmoid");
  Findings findings = variant_findings(
      {.name = "sigmoid", .theorems = "sigmoid", .proofs = "theory/proofs/bound_variants_normalizers.v"}, effort);
  findings.certificates.push_back({"variants.sigmoid", "finding_with_t5", true,
                                   theory::proof("theory/proofs/bound_variants_with_t5.v", "sigmoid_with_t5")});
  findings.certificates.push_back(
      {"variants.sigmoid", "finding_with_t5", true, positions_come_through(attention, effort)});
  return findings;
}

}  // namespace attest::constructions
