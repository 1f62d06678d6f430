// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.memory-s: what machines hold after each step, with equal parts and with parts that differ by one.
Findings positional_memory_s(const Effort& effort);

}  // namespace attest::constructions
