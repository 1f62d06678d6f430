// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// URPE, sections 4.2 and 5, appendix C: what the text says of the tables' numbers.
Findings urpe_tables(const Effort& effort);

}  // namespace attest::constructions
