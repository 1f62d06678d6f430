// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_shaw_key_value.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_shaw_key_value(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::shaw, .values = Attention::Values::relative};
  return variant_findings({"shaw-key-value", attention, "shaw_value"}, effort);
}

}  // namespace attest::constructions
