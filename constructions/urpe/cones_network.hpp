// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "constructions/urpe/blocks.hpp"

namespace attest::constructions {

/// An input of [0,1]^{n x d} and the n x d values of a map there.
struct ValuedPoint {
  RationalMatrix input, values;
};

/// A URPE network of width 2d + 1, one head of dimension 1 a block, that computes max(-M, max_a (V_a - L |X - P_a|)) in
/// every entry of its first d columns, for an X of [0,1]^{n x d} with d + 1 columns of zeros beside it; |.| is the sum
/// over all entries. The network of theory/proofs/sup_norm.v, which says why: 2 blocks a point and 2 more.
std::vector<Block> cones_network(long n, long d, const std::vector<ValuedPoint>& points, const theory::Rational& L,
                                 const theory::Rational& M);

}  // namespace attest::constructions
