// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.fact-2: runs with halves by destination and their shares; the printed index at its smallest failure.
Findings positional_fact_2(const Effort& effort);

}  // namespace attest::constructions
