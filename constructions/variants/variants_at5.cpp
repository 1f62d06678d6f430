// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_at5.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_at5(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::at5};
  return variant_findings({"at5", attention, "at5"}, effort);
}

}  // namespace attest::constructions
