// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// URPE attention: Luo et al. 2022 (URPE), eq. 8.
Findings variants_urpe(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::t5, .factor = Attention::Factor::toeplitz};
  return variant_findings({"urpe", attention, "", "", {{"property_position_aware", "urpe_is_aware"}}}, effort);
}

}  // namespace attest::constructions
