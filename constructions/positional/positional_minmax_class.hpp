// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix G: minimum and maximum are in the hypothesis class.
Findings positional_minmax_class(const Effort& effort);

}  // namespace attest::constructions
