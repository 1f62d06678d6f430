// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_rope.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_rope(const Effort& effort) {
  const Attention attention{.rotation = Attention::Rotation::rope};
  return variant_findings({"rope", attention, "rope"}, effort);
}

}  // namespace attest::constructions
