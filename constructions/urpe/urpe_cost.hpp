// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, Table 5: the overheads that the printed numbers give.
Findings urpe_cost(const Effort& effort);

}  // namespace attest::constructions
