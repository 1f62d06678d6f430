// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.agnostic-routing: slots, oracle and local computation carried out on small loads.
Findings positional_agnostic_routing(const Effort& effort);

}  // namespace attest::constructions
