// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "theory/attention/normalization.hpp"
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

  // What published variants add (docs/attention_format.md has their sources).
  std::optional<Matrix<S>> scores{};  ///< n x n: the scores, in place of Q K^T + B
  std::optional<Matrix<S>>
      unnormalized{};                 ///< n x n: weights before each row is divided by its sum, in place of scores
  Normalization<S> normQ{}, normK{};  ///< of the rows of Q and K
  /// dH/2 x 2, [cos, sin] of the angle by which the coordinates 2p-1, 2p of Q_i and K_i are turned i times (RoPE).
  std::optional<Matrix<S>> angles{};
  std::optional<S> softcap{};  ///< t > 0: scores s become t tanh(s/t)
  Vector<S> sinks{};           ///< scores of softmax's denominator alone
  /// A - lambda A', with another pair of query and key weights (differential attention).
  struct Second {
    S lambda;
    Matrix<S> WQ, WK;
  };
  std::optional<Second> minus{};
  std::optional<Matrix<S>> a{};   ///< 2n-1 x dV: the values are V_j + a_{i-j} (Shaw et al. 2018, eq. 3)
  std::optional<Matrix<S>> WG{};  ///< d x dV: A V is multiplied, entry by entry, by sigmoid(X WG), in the head's base
};

/// softmax(X WQ (X WK)^T + B) (.) C: n x n (eq. 8; eq. 4 without C, eq. 1 without B too).
/// Errors: std::invalid_argument for shapes that do not fit; those of `weights`.
template <class S>
Matrix<S> attention_matrix(const Head<S>& head, const Matrix<S>& X);

/// The same with the keys of other tokens: n x m for the m rows of Z (cross-attention).
template <class S>
Matrix<S> attention_matrix(const Head<S>& head, const Matrix<S>& X, const Matrix<S>& Z);

/// Q K^T + B, n x m, before the softcap, or the scores that the head was given: what talking heads mix.
/// std::invalid_argument for a head that has none (A or weights are given) or two (`minus`), and for shapes that do not
/// fit.
template <class S>
Matrix<S> attention_scores(const Head<S>& head, const Matrix<S>& X, const Matrix<S>& Z);

/// Talking heads (Shazeer et al. 2020): the matrices of all heads, each n x m. Row h of `before` (H x H) says how head
/// h mixes the heads' scores, row h of `after` how it mixes the matrices that come of them, which its values are then
/// read by. Absent: not mixed. std::invalid_argument as attention_scores, and for a matrix that is not H x H.
template <class S>
struct Talking {
  std::optional<Matrix<S>> before{}, after{};
};
template <class S>
std::vector<Matrix<S>> talking_heads(const std::vector<Head<S>>& heads, const Talking<S>& talking, const Matrix<S>& X,
                                     const Matrix<S>& Z);

/// Positional Attention eq. 3: softmax(P WQ (P WK)^T) for the positional encodings P, n x dP. The same function of P as
/// self-attention is of X, with every option of a head.
template <class S>
Matrix<S> positional_attention_matrix(const Head<S>& head, const Matrix<S>& P) {
  return attention_matrix(head, P);
}

/// A (X WV + 1 bV^T) WO for a given attention matrix A: what one head adds.
template <class S>
Matrix<S> head_output(const Head<S>& head, const Matrix<S>& A, const Matrix<S>& X);
/// With the values of other tokens Z, m x dZ; the gate is X's.
template <class S>
Matrix<S> head_output(const Head<S>& head, const Matrix<S>& A, const Matrix<S>& X, const Matrix<S>& Z);

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
