// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/urpe/blocks.hpp"
#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// URPE Transformers (URPE eq. 8, T5's encoding) that solve the synthetic tasks of URPE section 5.1 exactly on every
/// sequence of n tokens from a vocabulary of V. One block, all scores and all biases 0, no normalization. Row i of the
/// input is the one-hot row of its token in the first V of d columns; the last columns of row i of the output are the
/// one-hot row of the answer. Both attend uniformly, with weights 1/n, and let the Toeplitz factor C do the rest.
struct SyntheticNetwork {
  Block block;
  long dimension;  ///< d
  long answers;    ///< m, the last columns of the output
};

/// Eq. 9. One head with C = n on and below the diagonal sums the token columns of rows 1, ..., i: the number i. Hat
/// functions make it one-hot: max(i-k+1, 0) - 2 max(i-k, 0) + max(i-k-1, 0) is 1 for i = k and 0 for every other
/// integer.
SyntheticNetwork position_identification_network(long n, long V);

/// Eq. 10. The head above, and for each distance k = 1, ..., n/2 a head whose C is n on the k-th upper diagonal and 0
/// elsewhere: it brings row i the token of position i + k. ReLUs pass on the copy with k = i, which is token 2i.
SyntheticNetwork even_token_network(long n, long V);

/// A step for the quantifiers n, V, d, net and w: for each n and V this network, on every sequence.
theory::Step urpe_on_every_sequence(SyntheticNetwork (*network_for)(long n, long V), long largest_n, long largest_V);

/// RPE Transformers at n identical rows, for d = 1, 2: a step for the quantifiers d, x and net, whose networks are
/// stacks of one, two and three random blocks with right stochastic attention.
theory::Step rpe_at_identical_rows(long n, Draw& draw);

}  // namespace attest::constructions
