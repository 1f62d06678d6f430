// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "theory/matrix/matrix.hpp"

namespace attest::theory {

/// The parametrizations of the bias B in softmax(X WQ (X WK)^T + B), URPE eq. 4 and the list after it. n is the number
/// of tokens, dH the dimension of the head. A family x_{i-j}, -(n-1) <= i-j <= n-1, is a list (of scalars) or a matrix
/// (of rows) with 2n-1 members: x_{i-j} stands at index i-j+n-1. With keys of m other tokens n x n is n x m, and a
/// family has n+m-1 members, -(m-1) <= i-j <= n-1. The members' names are those of theory/definitions/attention.stm.
template <class S>
struct RelativeBias {
  /// eq. 1: b_ij = 0.
  struct None {};
  /// b_ij = m_{i-j}: B is a Toeplitz matrix.
  struct T5 {
    Vector<S> m;  ///< 2n-1
  };
  /// b_ij = X_i WQ r_{i-j}^T.
  struct Shaw {
    Matrix<S> r;  ///< 2n-1 x dH
  };
  /// b_ij = X_i WQ r_{i-j}^T + s_{i-j} (X_j WK)^T.
  struct DeBERTa {
    Matrix<S> r, s;  ///< 2n-1 x dH
  };
  /// b_ij = X_i WQ (r_{i-j} WR)^T + u (X_j WK)^T + v (r_{i-j} WR)^T; r_{i-j} are the fixed sinusoids, WR the paper's
  /// second key matrix.
  struct TransformerXL {
    Matrix<S> r;     ///< 2n-1 x dR
    Matrix<S> WR;    ///< dR x dH
    Vector<S> u, v;  ///< dH
  };
  /// b_ij = -slope * (i-j) for j <= i (Press et al. 2022, figure 3), continued to j > i by -slope * |i-j|; a causal
  /// mask gives back the printed form.
  struct ALiBi {
    S slope;
  };
  /// b_ij = -r1 log(1 + r2 |i-j|) with r1, r2 > 0 (Chi et al. 2022, the logarithmic kernel), irrational but on the
  /// diagonal.
  struct Kerple {
    S r1, r2;
  };
  /// Any B.
  struct Dense {
    Matrix<S> B;  ///< n x n
  };
  using Any = std::variant<None, T5, Shaw, DeBERTa, TransformerXL, ALiBi, Kerple, Dense>;
};

/// The n x n matrix of x_{i-j} from its 2n-1 members (also the factor C of eq. 8).
/// std::invalid_argument if there are not 2n-1.
template <class S>
Matrix<S> toeplitz(const Vector<S>& family, std::size_t n);
/// n x m, from n+m-1 members.
template <class S>
Matrix<S> toeplitz(const Vector<S>& family, std::size_t n, std::size_t m);

/// B, for the queries Q = X WQ (n x dH) and the keys K = X WK (n x dH, or m x dH). std::invalid_argument, which names
/// the member, where a shape does not fit; over Rational InputError for a logarithm, which is irrational.
template <class S>
Matrix<S> relative_bias(const typename RelativeBias<S>::Any& bias, const Matrix<S>& Q, const Matrix<S>& K);

}  // namespace attest::theory
