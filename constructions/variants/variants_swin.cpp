// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Swin's window attention: Liu et al. 2021, eq. 4.
Findings variants_swin(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::swin};
  return variant_findings({"swin", attention, "swin"}, effort);
}

}  // namespace attest::constructions
