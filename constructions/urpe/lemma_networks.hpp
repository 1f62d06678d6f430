// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "constructions/urpe/contextual_mapping.hpp"
#include "theory/attention/modified_block.hpp"
#include "theory/attention/transformer.hpp"

// The networks of URPE's Lemmas 6, 7, 8, 10 and 11 as blocks of the exact engine: hardmax heads with biases, and the
// phi of Definition 5 in place of ReLU.

namespace attest::constructions {

using EngineBlock = theory::Block<theory::Rational>;

/// The same function. `ties` is one of the hardmax weightings. A threshold c is a bias -c of the query or of the key.
EngineBlock engine_block(const theory::ModifiedBlock& block,
                         theory::Weighting ties = theory::Weighting::hardmax_uniform);
std::vector<EngineBlock> engine_blocks(const std::vector<theory::ModifiedBlock>& blocks);

/// Lemma 10: Lemma 6's block for each selective shift, then the head of the global shift, if there is one. Equal to the
/// construction wherever no token lies on the end of a window.
std::vector<theory::ModifiedBlock> sweep_blocks(const ContextualConstruction& construction);

/// The last step of Lemma 10's proof to the letter, without hardmax: X + (Xz (Xz)^T) Xz (factor e1^T).
EngineBlock literal_global_shift(const RationalVector& z, const theory::Rational& factor);

/// Lemma 8 with URPE's own attention: all scores are 0, softmax is 1/n, and C is lower triangular and Toeplitz with
/// A(X) 1 = v. Eq. 17: WV = 0, WO = 1^T; each head has the same value bias.
struct PositionBlock {
  EngineBlock block;            ///< adds u 1^T to every X; r = 4 hidden units with weights 0
  RationalVector c, u;          ///< c_{-(n-1)}, ..., c_{n-1}; what is added
  theory::Rational value_bias;  ///< c_V
};
/// Domain: v has n >= 1 different entries, d >= 1, one or two heads. With two heads c_V = 1 / min |v_i - v_j| (1 for n
/// = 1), as printed; with one, twice that, so that gaps exceed 1, too. InputError names two equal entries.
PositionBlock position_block(const RationalVector& v, long d, long heads);

/// X + u 1^T.
theory::Matrix<theory::Rational> positioned(const theory::Matrix<theory::Rational>& X, const RationalVector& u);

}  // namespace attest::constructions
