// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_graphormer.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_graphormer(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::graphormer};
  return variant_findings({"graphormer", attention, "graphormer"}, effort);
}

}  // namespace attest::constructions
