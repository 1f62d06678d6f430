// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, appendix E, equations 23 and 25: the events A, B and C of the test sampling and their halves.
Findings positional_ood_events(const Effort& effort);

}  // namespace attest::constructions
