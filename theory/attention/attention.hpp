// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "theory/attention/relative_bias.hpp"
#include "theory/attention/softmax.hpp"

namespace attest::theory {

/// One attention head on n tokens of dimension d (URPE eqs. 1, 2, 4, 6, 8 and 16). A member that is absent is 0, or for
/// C and the mask all ones. The members' names are those of theory/definitions/attention.stm.
template <class S>
struct Head {
  Matrix<S> WQ{}, WK{};                  ///< d x dH
  Matrix<S> WV{};                        ///< d x dV
  Matrix<S> WO{};                        ///< dV x d
  std::optional<Vector<S>> bQ{}, bK{};   ///< dH; in no paper here, in most implementations
  std::optional<Vector<S>> bV{};         ///< dV; the c_V of eq. 16
  typename RelativeBias<S>::Any bias{};  ///< B of eq. 4
  std::optional<Matrix<S>> C{};          ///< n x n, the factor of eq. 8; toeplitz(c, n) for its Toeplitz form
  std::optional<Mask> mask{};
  Weighting weighting = Weighting::softmax_e;
  /// n x n: if present it is the attention matrix (eq. 6 with an A_U that is given), and WQ, WK, bQ, bK, bias, C, mask
  /// and weighting are not looked at.
  std::optional<Matrix<S>> A{};
};

/// softmax(X WQ (X WK)^T + B) (.) C: n x n (eq. 8; eq. 4 without C, eq. 1 without B too).
/// Errors: std::invalid_argument for shapes that do not fit; those of `weights`.
template <class S>
Matrix<S> attention_matrix(const Head<S>& head, const Matrix<S>& X);

/// Positional Attention eq. 3: softmax(P WQ (P WK)^T) for the positional encodings P, n x dP. The same function of P as
/// self-attention is of X, with every option of a head.
template <class S>
Matrix<S> positional_attention_matrix(const Head<S>& head, const Matrix<S>& P) {
  return attention_matrix(head, P);
}

/// A (X WV + 1 bV^T) WO for a given attention matrix A: what one head adds.
template <class S>
Matrix<S> head_output(const Head<S>& head, const Matrix<S>& A, const Matrix<S>& X);

/// X + sum_h A^h(X) (X WV^h + 1 bV^hT) WO^h + 1 bO^T (eqs. 2 and 6; with the biases eq. 16). An absent bO is 0.
template <class S>
Matrix<S> attention_layer(const std::vector<Head<S>>& heads, const std::optional<Vector<S>>& bO, const Matrix<S>& X);

/// The sum alone, without X: for pre-normalization, where X is not what the heads see.
template <class S>
Matrix<S> attention_sum(const std::vector<Head<S>>& heads, const std::optional<Vector<S>>& bO, const Matrix<S>& X);

/// Whether a >= 0 entry by entry and every row sums to 1. `unknown` only over enclosures.
Truth is_right_stochastic(const Matrix<Rational>& a);
Truth is_right_stochastic(const Matrix<Enclosure>& a);

}  // namespace attest::theory
