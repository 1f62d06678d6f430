// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix B.3: the hardmax patterns.
Findings positional_hardmax_image(const Effort& effort);

}  // namespace attest::constructions
