// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Theorem 2, first half of the proof: stacks of right stochastic blocks on identical rows.
Findings urpe_identical_rows(const Effort& effort);

}  // namespace attest::constructions
