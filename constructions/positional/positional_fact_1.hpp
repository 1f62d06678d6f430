// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.fact-1: runs that halve every message, and one of eight machines that halves by destination alone.
Findings positional_fact_1(const Effort& effort);

}  // namespace attest::constructions
