// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix G, the product formulas and the union bound, counted.
Findings positional_discrepancy_products(const Effort& effort);

}  // namespace attest::constructions
