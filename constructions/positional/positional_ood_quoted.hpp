// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, the quoted figures 0.4375 and 0.0034.
Findings positional_ood_quoted(const Effort& effort);

}  // namespace attest::constructions
