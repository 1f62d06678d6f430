// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "constructions/urpe/blocks.hpp"

namespace attest::constructions {

/// A token sequence w_1, ..., w_n over 1, ..., V.
using Tokens = std::vector<long>;

/// All V^n sequences, the last place running fastest.
std::vector<Tokens> all_sequences(long n, long V);
bool is_constant(const Tokens& w);

/// t_{i-j} = 3^(i-j+n-1) + 1 for i-j = -(n-1), ..., n-1: exponentials of T5 biases with which one head tells the
/// positions of every sequence apart that is not constant (checked by enumeration where it is used).
RationalVector telling_weights(long n);

/// The T5 attention matrix t_{i-j} / sum_k t_{i-k} (URPE section 2, with WQ = 0 and m_{i-j} = log t_{i-j}).
RationalMatrix t5_matrix(const RationalVector& t, long n);

/// Row i: the attention's output for the one-hot tokens, that is the weight which position i gives to each token.
RationalMatrix t5_outputs(const RationalMatrix& attention, const Tokens& w, long V);

/// An RPE Transformer of one block that gives the answer target(w, i) in 1, ..., m, one-hot in its last m columns, at
/// each position i of each sequence w that is not constant, and the answer `fallback(w)` on constant ones. The head
/// above copies its output beside the token; the feed-forward layer interpolates linearly between the finitely many
/// values of a projection on which they are all different. d = 2V + m. Throws std::logic_error if two positions could
/// not be told apart.
Block t5_lookup_block(long n, long V, long m, const std::function<long(const Tokens&, long)>& target,
                      const std::function<long(const Tokens&)>& fallback);

}  // namespace attest::constructions
