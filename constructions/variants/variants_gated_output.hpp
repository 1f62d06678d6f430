// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// A gate behind the attention: Qiu et al. 2025 (gated attention), output gate.
Findings variants_gated_output(const Effort& effort);

}  // namespace attest::constructions
