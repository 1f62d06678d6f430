// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/variants_learned_sink.hpp"

#include "constructions/variants/findings.hpp"

namespace attest::constructions {

Findings variants_learned_sink(const Effort& effort) {
  const Attention attention{.mask = Attention::Mask::causal, .sink = Attention::Sink::learned};
  return variant_findings({"learned-sink", attention}, effort);
}

}  // namespace attest::constructions
