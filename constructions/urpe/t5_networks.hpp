// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/urpe/blocks.hpp"

namespace attest::constructions {

/// RPE Transformers (URPE eq. 4 with T5's biases m, WQ = 0, no biases elsewhere, no normalization) that solve the
/// synthetic tasks of URPE section 5.1 exactly on every sequence that is not constant: as many as an RPE Transformer
/// can. A head is given by t_{i-j} = exp(m_{i-j}) > 0; its attention matrix has the entries t_{i-j} / sum_k t_{i-k}.
/// Row i of the input is the one-hot row of its token in the first V of d columns; the last columns of the output are
/// the one-hot answer.
///
/// How the index is found: head N has t = 1 for j <= i and 1/2 for j > i; head M is the same but for t_0 = 1/2. Let u
/// be the total t of the tokens that differ from token i. It is the same for both heads, since j = i is none of them.
/// So the weights they give to other tokens are a = 2u / (n+i) and b = 2u / (n+i-1), and their ratio tells i, unless u
/// = 0.
struct T5Network {
  std::vector<Block> blocks;
  long dimension;  ///< d
  long answers;    ///< m, the last columns of the output
};

/// Eq. 9: two blocks, two heads. Constant sequences are answered with n everywhere. n >= 2.
T5Network t5_position_network(long n, long V);

/// Eq. 10: three blocks, n/2 + 2 heads. Constant sequences are answered with end-of-sentence everywhere. n >= 2.
T5Network t5_even_token_network(long n, long V);

/// t_{i-j} / sum_k t_{i-k} from the family t, which has 2n-1 members.
RationalMatrix t5_attention(const RationalVector& t, long n);

}  // namespace attest::constructions
