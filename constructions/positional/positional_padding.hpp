// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.padding: padded loads, and the loads that cost most.
Findings positional_padding(const Effort& effort);

}  // namespace attest::constructions
