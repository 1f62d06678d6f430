// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/attention/piecewise_linear.hpp"
#include "theory/attention/softmax.hpp"
#include "theory/matrix/matrix.hpp"

// Modified Transformer blocks, exactly: URPE, Definition 5 (appendix A.1, eqs. 11 and 12). The definitions of record,
// with the same names, stand in theory/definitions/modified_blocks.stm. Shapes: n tokens of dimension d, head dimension
// dH, hidden dimension r.

namespace attest::theory {

/// One head of eq. 11: hardmax attention to the rows of X, then WV and WO.
struct ModifiedHead {
  /// Where c is taken off: `key` is Xu (Xu - c1)^T, eq. 11 as printed; `query` is (Xu - c1) (Xu)^T, which gives row i
  /// the greatest Xu where X_i u > c and the least where X_i u < c.
  enum class Shift { key, query };

  Vector<Rational> u{};  ///< d
  Rational c{};
  Shift shift = Shift::query;
  Matrix<Rational> WV{};  ///< d x dH
  Matrix<Rational> WO{};  ///< dH x d
};

/// FFN(Attn(X)) with Attn(X) = X + sum_h A^h(X) X WV^h WO^h (eq. 11) and FFN(X) = X + phi(X W1) W2 (eq. 12). Without
/// heads the attention layer is the identity.
struct ModifiedBlock {
  std::vector<ModifiedHead> heads{};
  Matrix<Rational> W1{};  ///< d x r
  Matrix<Rational> W2{};  ///< r x d
  PiecewiseLinear phi{};
};

/// The tie rule of hardmax is one of `hardmax_uniform`, `hardmax_first`, `hardmax_all`; the paper names none.
/// std::invalid_argument for another weighting or for shapes that do not fit. n >= 1.
Matrix<Rational> hard_attention(const ModifiedHead& head, const Matrix<Rational>& X, Weighting ties);
Matrix<Rational> modified_attention(const std::vector<ModifiedHead>& heads, const Matrix<Rational>& X, Weighting ties);
Matrix<Rational> modified_ffn(const ModifiedBlock& block, const Matrix<Rational>& X);
Matrix<Rational> modified_block(const ModifiedBlock& block, const Matrix<Rational>& X,
                                Weighting ties = Weighting::hardmax_uniform);
/// The first block is applied first.
Matrix<Rational> modified_network(const std::vector<ModifiedBlock>& blocks, const Matrix<Rational>& X,
                                  Weighting ties = Weighting::hardmax_uniform);

/// The sizes of a class T_blocks^m(H, dH, r).
struct ModifiedClass {
  std::size_t heads, head_dimension, hidden;
};
/// InputError, which names the place ("heads[1].u: expected 2 entries, found 3"), unless the block is one of the class
/// in dimension d: shapes that fit, at most H heads, breaks in order, at most three pieces.
void require_modified_block(const ModifiedBlock& block, std::size_t d, const ModifiedClass& sizes = {2, 1, 1});

}  // namespace attest::theory
