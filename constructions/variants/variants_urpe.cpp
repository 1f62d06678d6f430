// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// URPE attention: Luo et al. 2022 (URPE), eq. 8.
Findings variants_urpe(const Effort& effort) {
  return variant_findings(
      {.name = "urpe", .masks = {{"property_position_aware", "theory/proofs/bound_variants_urpe.v", "urpe_is_aware"}}},
      effort);
}

}  // namespace attest::constructions
