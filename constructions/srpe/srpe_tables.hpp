// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// SRPE, tables 1 to 6: which of the text's comparisons follow from the numbers.
Findings srpe_tables(const Effort& effort);

}  // namespace attest::constructions
