// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/feed_forward.hpp"

namespace attest::theory {

template <class S>
Matrix<S> relu(const Matrix<S>& X) {
  return X.map([](const S& x) -> S { return max(x, S(0)); });
}

template <class S>
Matrix<S> multilayer_perceptron(const FeedForward<S>& ffn, const Matrix<S>& X) {
  const auto affine = [](const Matrix<S>& Y, const Matrix<S>& W, const std::optional<Vector<S>>& b) {
    return b ? add_row(Y * W, *b) : Y * W;
  };
  const Matrix<S> hidden = affine(X, ffn.W1, ffn.b1);
  if (!ffn.phi) return affine(relu(hidden), ffn.W2, ffn.b2);
  return affine(hidden.map([&](const S& t) -> S { return image(*ffn.phi, t); }), ffn.W2, ffn.b2);
}

template Matrix<Rational> relu(const Matrix<Rational>&);
template Matrix<Enclosure> relu(const Matrix<Enclosure>&);
template Matrix<Rational> multilayer_perceptron(const FeedForward<Rational>&, const Matrix<Rational>&);
template Matrix<Enclosure> multilayer_perceptron(const FeedForward<Enclosure>&, const Matrix<Enclosure>&);

}  // namespace attest::theory
