// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, the two examples with 1000 test instances.
Findings positional_ood_chernoff_examples(const Effort& effort);

}  // namespace attest::constructions
