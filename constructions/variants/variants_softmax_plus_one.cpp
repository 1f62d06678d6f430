// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_softmax_plus_one.hpp"

#include "constructions/variants/findings.hpp"
#include "constructions/variants/readings.hpp"

namespace attest::constructions {

Findings variants_softmax_plus_one(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::t5, .normalizer = Attention::Normalizer::softmax_plus_one};
  Findings findings = variant_findings({"softmax-plus-one", attention}, effort);
  findings.certificates.push_back(
      {"variants.softmax-plus-one", "finding_without_encoding", true, without_encoding(attention, effort)});
  return findings;
}

}  // namespace attest::constructions
