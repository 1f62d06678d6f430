// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/draw.hpp"
#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// Positional Attention, appendix G: ceil(log2 n) layers with hardmax heads in which node i combines its number with
/// that of node i + 2^l around the ring, by the appendix's four ReLUs; sign -1: minimum, 1: maximum. The list that
/// theory/definitions/minimum_layers.stm takes. The second head does nothing.
theory::Value ring_network(long n, long sign);

/// n = 1 and n = 2, exactly with softmax and rational weights: no layer, and one with all scores equal in which a node
/// takes its number x and the mean m of both to m + sign |x - m|.
theory::Value mean_network(long n, long sign);
/// The same layers as ring_network's with softmax: scores 0 in the first head and 1 at the partner in the second; the
/// MLP's first matrix combines the heads by two_head_factors (constructions/positional/routing.hpp). Off by the
/// rounding of these.
theory::Value softmax_ring_network(long n, long sign);

/// A network's matrices stacked, layer after layer, as witnesses of Q, U and V in the statements whose weights are real
/// (layers_of in theory/definitions/minimum_layers.stm); then `next`. The network is one of the lists above.
theory::Step stacked_witnesses(const theory::Value& network, const theory::Step& next);

/// Numbers to be combined: ties, both orders, negative numbers, the extreme one at every third place, random ones.
std::vector<theory::Value> sample_numbers(long n);
/// The same, divided by the largest absolute value where it is above 1.
std::vector<theory::Value> sample_numbers_in_unit_interval(long n);

}  // namespace attest::constructions
