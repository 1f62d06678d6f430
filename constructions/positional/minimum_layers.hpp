// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/draw.hpp"
#include "theory/certificate/value.hpp"

namespace attest::constructions {

/// Positional Attention, appendix G: ceil(log2 n) layers with hardmax heads in which node i combines its number with
/// that of node i + 2^l around the ring, by the appendix's four ReLUs; sign -1: minimum, 1: maximum. The list that
/// theory/definitions/minimum_layers.stm takes. The second head does nothing.
theory::Value ring_network(long n, long sign);

/// Numbers to be combined: ties, both orders, negative numbers, the extreme one at every third place, random ones.
std::vector<theory::Value> sample_numbers(long n);

}  // namespace attest::constructions
