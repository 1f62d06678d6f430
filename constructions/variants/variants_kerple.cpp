// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_kerple.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_kerple(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::kerple};
  return variant_findings({"kerple", attention, "kerple"}, effort);
}

}  // namespace attest::constructions
