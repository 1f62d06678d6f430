// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/universal/relabel.hpp"

namespace attest::constructions {

/// One URPE head whose scores are all 0 (WQ = WK = 0, B = 0), so that softmax gives exactly 1/n and the attention
/// matrix is C/n: any Toeplitz matrix at all, with no softmax to approximate anything. `c` is the family c_{i-j}, 2n-1
/// numbers from c_{-(n-1)} on.
theory::Head<theory::Rational> toeplitz_head(const theory::Vector<theory::Rational>& c, std::size_t d,
                                             theory::Vector<theory::Rational> value, const theory::Rational& value_bias,
                                             theory::Vector<theory::Rational> output);

/// A contextual mapping (URPE Definition 9) of a grid by one such head: to the first column it adds
///   4 b^(n-1-i) sum_j b^j (1 + a_j) + offset,   i, j = 0, ..., n-1,
/// where a_j in {0, ..., K-1} is the number of row j among the K rows of the grid, and b is the least power of 2 above
/// K. The sum is a number with the digits 1 + a_j, so it tells the inputs apart; all its values for one i lie within a
/// factor below b, so the powers of b tell the positions apart. The distinct values are 4 apart at least, and what
/// the first column held before is in [0, 1]: every two rows of all states are 3 apart at least in it.
/// `offset` is a bias, bO.
theory::Block<theory::Rational> context_block(const Grid& grid, const theory::Rational& offset);

/// URPE blocks (eqs. 8 and 16) that equal `outputs` at every point of the grid, in its order. Narrow: at most two
/// heads, dH = 1, r = 4, as Omega^{2,1,4} asks; wide: a single block. The first block is the context block above.
/// Domain: as many outputs as the grid has points.
std::vector<theory::Block<theory::Rational>> urpe_network(const Grid& grid,
                                                          const std::vector<theory::Matrix<theory::Rational>>& outputs,
                                                          Layout layout);

/// The attention of `first`, then the feed-forward parts of `blocks`, the first of them in the same block.
std::vector<theory::Block<theory::Rational>> joined(theory::Block<theory::Rational> first,
                                                    std::vector<theory::Block<theory::Rational>> blocks);

/// The least integer >= 0 that lifts a first column whose values are >= `least` at least 2 above every target's.
theory::Rational lift_above(const std::vector<theory::Matrix<theory::Rational>>& targets,
                            const theory::Rational& least);

}  // namespace attest::constructions
