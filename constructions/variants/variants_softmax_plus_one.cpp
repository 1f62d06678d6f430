// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"
#include "constructions/variants/readings.hpp"

namespace attest::constructions {

// Softmax with 1 in the denominator: Miller 2023, "Attention is off by one".
Findings variants_softmax_plus_one(const Effort& effort) {
  const Attention attention{.normalizer = Attention::Normalizer::softmax_plus_one};
  Findings findings =
      variant_findings({"softmax-plus-one", attention, "softmax_plus_one", "theory/proofs/normalizers.v"}, effort);
  findings.certificates.push_back(
      {"variants.softmax-plus-one", "finding_with_t5", true, positions_come_through(attention, effort)});
  return findings;
}

}  // namespace attest::constructions
