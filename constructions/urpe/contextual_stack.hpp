// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "constructions/draw.hpp"
#include "theory/attention/modified_block.hpp"

namespace attest::constructions {

/// A contextual mapping of {0, delta, ..., 1}^(n x d), delta = 1/m, in n + 1 modified blocks of one head each: URPE,
/// Lemma 10 without its sweep. q(X) = g(X + u 1^T) z.
///
/// The tokens' values lie in n disjoint bands, in the order of u. Block r has the token of one band on top, so that its
/// head adds a tiny multiple of that token's value to every token; then its feed-forward layer lifts the next band to
/// the top. In the end all bands have been lifted by the same amount and every token carries the same tiny number,
/// which tells all inputs apart and is smaller than any distance between two values of the grid.
struct ContextualStack {
  RationalVector z;  ///< (1, m + 1, ..., (m + 1)^(d - 1))
  std::vector<theory::ModifiedBlock> blocks;
};
/// Domain: n = u.size() >= 1, m, d >= 1. InputError that names two entries of u unless all gaps exceed 1.
ContextualStack contextual_stack(const RationalVector& u, long m, long d);

}  // namespace attest::constructions
