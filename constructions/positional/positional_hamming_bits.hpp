// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/claim.hpp"

namespace attest::constructions {

/// positional.hamming-bits: every x < 2^k is the number of its k last digits; n itself is not, for n = 2^k.
Findings positional_hamming_bits(const Effort& effort);

}  // namespace attest::constructions
