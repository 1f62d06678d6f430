// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "constructions/urpe/blocks.hpp"

namespace attest::constructions {

/// A URPE Transformer for even token prediction (URPE eq. 10) with few heads and several blocks, exact on every
/// sequence. The token of position 2k must travel k places to the left. It travels in stages, lowest digits of k first:
/// stage t moves it by its digit in place `strides[t]`. Before that stage it stands at 2k - (k mod strides[t]), which
/// increases with k: no two tokens meet, and which copy a row takes over depends on the row's index alone.
struct StagedNetwork {
  std::vector<Block> blocks;  ///< the first finds the index and the gates, then one for each stage
  long dimension;             ///< d
  long answers;               ///< V + 1, the last columns of the output
};

/// strides: 1 = s_0 < s_1 < ..., each a divisor of the next. Stage t has s_{t+1}/s_t - 1 heads, the last one
/// floor(floor(n/2) / s_t). Throws std::invalid_argument for other strides.
StagedNetwork staged_even_token_network(long n, long V, const std::vector<long>& strides);

/// 1, 2, 4, ..., up to n/2: stages of one head each.
std::vector<long> binary_strides(long n);

}  // namespace attest::constructions
