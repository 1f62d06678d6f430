// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/universal/relabel.hpp"

namespace attest::constructions {

/// Blocks without heads that round every entry t of [0, 1] down to a multiple of 1/m (URPE Lemma 7 with ReLU in place
/// of its step): t becomes k/m exactly for k/m <= t <= (k+1)/m - strip, and for t = 1 it stays 1. On the strips
/// ((k+1)/m - strip, (k+1)/m) it rises from k/m to (k+1)/m, so that every entry stays in [0, 1].
/// Narrow: m d blocks with 3 hidden units, the k-th of a column's blocks as eq. 15 has it. Wide: one block.
/// Domain: m >= 1, 0 < strip < 1/m.
std::vector<theory::Block<theory::Rational>> quantizer(std::size_t d, long m, const theory::Rational& strip,
                                                       Layout layout);

}  // namespace attest::constructions
