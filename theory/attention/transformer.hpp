// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "theory/attention/attention.hpp"
#include "theory/attention/feed_forward.hpp"
#include "theory/attention/normalization.hpp"

namespace attest::theory {

/// Where the normalizations stand.
///   post (Vaswani et al. 2017; theory/definitions/attention.stm): Y = norm1(Attn(X)), Z = norm2(FFN(Y)), the layers
///   with their skips; pre (Xiong et al. 2020): Y = X + sum_h heads(norm1(X)), Z = Y + MLP(norm2(Y)).
enum class Placement { post, pre };

/// A Transformer block: an attention layer, then a feed-forward layer (URPE section 2).
template <class S>
struct Block {
  std::vector<Head<S>> heads{};
  std::optional<Vector<S>> bO{};  ///< d
  FeedForward<S> ffn{};
  Normalization<S> norm1{}, norm2{};
  Placement placement = Placement::post;
};

/// The block's value at X, n x d. Errors: those of its layers.
template <class S>
Matrix<S> block(const Block<S>& parameters, const Matrix<S>& X);

/// A stack of blocks, the first one applied first: X after each, the input at index 0. An error names the block (from
/// 1).
template <class S>
std::vector<Matrix<S>> transformer_trace(const std::vector<Block<S>>& blocks, const Matrix<S>& X);
template <class S>
Matrix<S> transformer(const std::vector<Block<S>>& blocks, const Matrix<S>& X) {
  return transformer_trace(blocks, X).back();
}

/// A layer of Positional Attention eq. 1, Phi((A^1 X WV^1 ... A^H X WV^H) WO (+) X) with (+) the concatenation of
/// columns: here what stands in the brackets, to which Phi is applied row by row. `attention` holds the A^h (eq. 3),
/// `values` the WV^h.
template <class S>
Matrix<S> positional_layer_input(const std::vector<Matrix<S>>& attention, const std::vector<Matrix<S>>& values,
                                 const Matrix<S>& WO, const Matrix<S>& X);

}  // namespace attest::theory
