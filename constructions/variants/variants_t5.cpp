// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_t5.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_t5(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::t5};
  return variant_findings({"t5", attention, "t5"}, effort);
}

}  // namespace attest::constructions
