// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Proposition 4: URPE networks, built with all their weights, for small targets, with their L^p error bounded.
Findings urpe_proposition_4(const Effort& effort);

}  // namespace attest::constructions
