// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, section 6 and appendix G: exact routing by two softmax heads.
Findings positional_exact_routing(const Effort& effort);

}  // namespace attest::constructions
