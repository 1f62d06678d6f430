// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/universal/block_value.hpp"
#include "constructions/universal/relabel.hpp"

namespace attest::constructions {

/// Blocks of any attention that meets the two conditions of URPE's Theorem 3, which equal `outputs` at every point of
/// the grid, in its order. Only two heads are used in all, and no softmax is approximated by a hardmax:
///   1. the position-aware condition, A(X) 1 = v, adds u_i = b (v_i - min v) to the first column (Lemma 8), and a
///   hidden
///      unit writes 4 m u_i + 4 (number of row i of X) into it: the numbers of different positions lie apart;
///   2. bumps turn that into the digit -2 B^rank (1 + number of row i), rank = 0, ..., n-1;
///   3. the attentive condition with u = 0 and c = 0 is exactly the mean, so that each token adds the sum of all digits
///      to its own: a contextual mapping (Definition 9);
///   4. bumps turn that into the rows of f (Lemma 11).
/// The position head holds A with A 1 = v; the weights depend on v alone. Narrow: at most one head, dH = 1, r <= 4.
/// Domain: v has n entries, all different; as many outputs as the grid has points. std::invalid_argument otherwise.
std::vector<theory::Block<theory::Rational>> conditions_network(
    const Grid& grid, const std::vector<theory::Matrix<theory::Rational>>& outputs,
    const theory::Vector<theory::Rational>& v, Layout layout);

/// `is_conditions_network`: the head that holds an attention matrix is the position-aware one, any other the attentive
/// one with u = 0 and c = 0.
theory::Value::Record conditions_fields(const theory::Head<theory::Rational>& head, std::size_t n);

}  // namespace attest::constructions
