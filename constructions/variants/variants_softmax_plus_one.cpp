// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"
#include "constructions/variants/readings.hpp"

namespace attest::constructions {

// Softmax with 1 in the denominator: Miller 2023, "Attention is off by one".
Findings variants_softmax_plus_one(const Effort& effort) {
  const Attention attention = published("softmax-plus-one");
  Findings findings = variant_findings({.name = "softmax-plus-one",
                                        .theorems = "softmax_plus_one",
                                        .proofs = "theory/proofs/bound_variants_normalizers.v"},
                                       effort);
  findings.certificates.push_back(
      {"variants.softmax-plus-one", "finding_with_t5", true,
       theory::proof("theory/proofs/bound_variants_with_t5.v", "softmax_plus_one_with_t5")});
  findings.certificates.push_back(
      {"variants.softmax-plus-one", "finding_with_t5", true, positions_come_through(attention, effort)});
  return findings;
}

}  // namespace attest::constructions
