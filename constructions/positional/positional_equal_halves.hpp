// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.equal-halves: halves by destination of which one holds all of one list.
Findings positional_equal_halves(const Effort& effort);

}  // namespace attest::constructions
