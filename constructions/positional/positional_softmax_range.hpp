// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, section 4 and appendix B.5: the image of softmax.
Findings positional_softmax_range(const Effort& effort);

}  // namespace attest::constructions
