// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_sinusoidal_ape.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_sinusoidal_ape(const Effort& effort) {
  const Attention attention{.encoding = Attention::Encoding::sinusoidal};
  return variant_findings({"sinusoidal-ape", attention, "absolute"}, effort);
}

}  // namespace attest::constructions
