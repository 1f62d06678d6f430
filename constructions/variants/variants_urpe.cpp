// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_urpe.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_urpe(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::t5, .factor = Attention::Factor::toeplitz};
  return variant_findings({"urpe", attention, "", "", {{"property_position_aware", "urpe_is_aware"}}}, effort);
}

}  // namespace attest::constructions
