// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_shaw_key.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_shaw_key(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::shaw};
  return variant_findings({"shaw-key", attention, "shaw"}, effort);
}

}  // namespace attest::constructions
