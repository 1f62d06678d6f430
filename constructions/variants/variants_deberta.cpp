// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_deberta.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_deberta(const Effort& effort) {
  const Attention attention{.bias = Attention::Bias::deberta};
  return variant_findings({"deberta", attention, "deberta"}, effort);
}

}  // namespace attest::constructions
