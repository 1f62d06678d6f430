// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Disentangled attention: He et al. 2021, section 3.1; URPE, section 2.
Findings variants_deberta(const Effort& effort);

}  // namespace attest::constructions
