// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.assumption-2: a message of three tuples on four machines; loads that can be halved, with runs.
Findings positional_assumption_2(const Effort& effort);

}  // namespace attest::constructions
