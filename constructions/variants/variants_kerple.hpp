// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Kernelized distances: Chi et al. 2022, the logarithmic variant.
Findings variants_kerple(const Effort& effort);

}  // namespace attest::constructions
