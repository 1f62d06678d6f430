// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Swin's window attention: Liu et al. 2021, eq. 4.
Findings variants_swin(const Effort& effort);

}  // namespace attest::constructions
