// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

namespace attest::constructions {

// A gate behind the attention: Qiu et al. 2025 (gated attention), output gate.
Findings variants_gated_output(const Effort& effort) {
  const Attention attention{.gate = Attention::Gate::output};
  return variant_findings({"gated-output", attention, "gated"}, effort);
}

}  // namespace attest::constructions
