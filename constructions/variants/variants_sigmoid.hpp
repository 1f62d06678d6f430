// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Sigmoid attention: Ramapuram et al. 2024; URPE, section 3 (removing the denominator).
Findings variants_sigmoid(const Effort& effort);

}  // namespace attest::constructions
