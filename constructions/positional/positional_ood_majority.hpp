// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, p_in below one half for the lengths and factors in use, at most 1/c for all.
Findings positional_ood_majority(const Effort& effort);

}  // namespace attest::constructions
