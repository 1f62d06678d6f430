// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.trivial-simulation: one machine that holds the whole input; two numbers in one.
Findings positional_trivial_simulation(const Effort& effort);

}  // namespace attest::constructions
