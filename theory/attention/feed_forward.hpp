// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "theory/attention/piecewise_linear.hpp"
#include "theory/matrix/matrix.hpp"

namespace attest::theory {

/// max(x, 0), entry by entry. Exact over Rational; over Enclosure the hull of every value.
template <class S>
Matrix<S> relu(const Matrix<S>& X);

/// The feed-forward layer's parameters (URPE eq. 3; Positional Attention eq. 5 without the skip connection). Absent
/// biases are 0.
template <class S>
struct FeedForward {
  Matrix<S> W1{};                 ///< d x r
  std::optional<Vector<S>> b1{};  ///< r
  Matrix<S> W2{};                 ///< r x d
  std::optional<Vector<S>> b2{};  ///< d
  /// In place of ReLU, where present: the activation of a modified block (URPE eq. 12). Its numbers are exact.
  std::optional<PiecewiseLinear> phi{};
};

/// ReLU(X W1 + 1 b1^T) W2 + 1 b2^T. std::invalid_argument for shapes that do not fit; Undecided
/// where enclosures do not tell which piece of phi an entry lies on.
template <class S>
Matrix<S> multilayer_perceptron(const FeedForward<S>& ffn, const Matrix<S>& X);

/// FFN(X) = X + ReLU(X W1 + 1 b1^T) W2 + 1 b2^T (URPE eq. 3; printed without biases).
template <class S>
Matrix<S> feed_forward(const FeedForward<S>& ffn, const Matrix<S>& X) {
  return X + multilayer_perceptron(ffn, X);
}

}  // namespace attest::theory
