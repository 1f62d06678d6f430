// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// Relative vectors at keys and values: Shaw et al. 2018, eqs. 3 and 4.
Findings variants_shaw_key_value(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::shaw, .values = Attention::Values::relative};
  return variant_findings({"shaw-key-value", attention, "shaw_value"}, effort);
}

}  // namespace attest::constructions
