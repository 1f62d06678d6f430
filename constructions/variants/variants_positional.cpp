// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_positional.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_positional(const Effort& effort) {
  const Attention attention{.scores = Attention::Scores::positions};
  return variant_findings({"positional", attention, "positional"}, effort);
}

}  // namespace attest::constructions
