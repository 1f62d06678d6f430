// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, table 1, Process-50: the best accuracies with and without order, exactly, and whether the table is possible.
Findings srpe_process(const Effort& effort);

}  // namespace attest::constructions
