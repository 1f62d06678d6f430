// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.pcoc-definition: oracle values laid into slots; the orders of a round and two kinds of oracles on two
/// machines.
Findings positional_pcoc_definition(const Effort& effort);

}  // namespace attest::constructions
