// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Kernelized distances: Chi et al. 2022, the logarithmic variant.
Findings variants_kerple(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::kerple};
  return variant_findings({"kerple", attention, "kerple"}, effort);
}

}  // namespace attest::constructions
