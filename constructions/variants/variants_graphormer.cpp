// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Graphormer's spatial encoding: Ying et al. 2021, eq. 6.
Findings variants_graphormer(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::graphormer};
  return variant_findings({"graphormer", attention, "graphormer"}, effort);
}

}  // namespace attest::constructions
