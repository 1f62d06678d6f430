// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_sigmoid.hpp"

#include "constructions/variants/findings.hpp"
#include "constructions/variants/readings.hpp"

namespace attest::constructions {

Findings variants_sigmoid(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::t5, .normalizer = Attention::Normalizer::sigmoid};
  Findings findings = variant_findings({"sigmoid", attention}, effort);
  findings.certificates.push_back(
      {"variants.sigmoid", "finding_without_encoding", true, without_encoding(attention, effort)});
  return findings;
}

}  // namespace attest::constructions
