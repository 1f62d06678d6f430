// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_sigmoid.hpp"

#include "constructions/variants/findings.hpp"
#include "constructions/variants/readings.hpp"

namespace attest::constructions {

Findings variants_sigmoid(const Effort& effort) {
  const Attention attention{.normalizer = Attention::Normalizer::sigmoid};
  Findings findings = variant_findings({"sigmoid", attention, "sigmoid", "theory/proofs/normalizers.v"}, effort);
  findings.certificates.push_back(
      {"variants.sigmoid", "finding_with_t5", true, positions_come_through(attention, effort)});
  return findings;
}

}  // namespace attest::constructions
