// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// Positional Attention, section 6: whether the class's bounds on queries and keys control the scores.
Findings positional_class_norms(const Effort& effort);

}  // namespace attest::constructions
