// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_no_position.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_no_position(const Effort& effort) {
  const Attention attention{};
  return variant_findings({"no-position", attention, "no_position"}, effort);
}

}  // namespace attest::constructions
