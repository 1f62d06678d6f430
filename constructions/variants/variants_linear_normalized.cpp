// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_linear_normalized.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_linear_normalized(const Effort& effort) {
  const Attention attention{.normalizer = Attention::Normalizer::linear};
  return variant_findings({"linear-normalized", attention, "linear", "theory/proofs/normalizers.v"}, effort);
}

}  // namespace attest::constructions
