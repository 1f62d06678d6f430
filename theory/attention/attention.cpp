// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/attention.hpp"

namespace attest::theory {

namespace {

template <class S>
Matrix<S> affine(const Matrix<S>& X, const Matrix<S>& W, const std::optional<Vector<S>>& b) {
  return b ? add_row(X * W, *b) : X * W;
}

Truth is_nonnegative(const Rational& x) { return truth(x.sign() >= 0); }
Truth is_nonnegative(const Enclosure& x) { return x >= Enclosure(0); }
Truth is_one(const Rational& x) { return truth(x == Rational(1)); }
Truth is_one(const Enclosure& x) { return x == Enclosure(1); }

template <class S>
Truth right_stochastic(const Matrix<S>& a) {
  Truth result = truth(a.rows() == a.columns());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    S sum(0);
    for (std::size_t j = 0; j < a.columns(); ++j) {
      result = result & is_nonnegative(a(i, j));
      sum += a(i, j);
    }
    result = result & is_one(sum);
  }
  return result;
}

}  // namespace

template <class S>
Matrix<S> attention_matrix(const Head<S>& head, const Matrix<S>& X) {
  const std::size_t n = X.rows();
  if (head.A) {
    if (head.A->shape() != Shape{n, n}) {
      throw std::invalid_argument("a given attention matrix: expected " + Shape{n, n}.to_string() + ", found " +
                                  head.A->shape().to_string());
    }
    return *head.A;
  }
  const Matrix<S> Q = affine(X, head.WQ, head.bQ);
  const Matrix<S> K = affine(X, head.WK, head.bK);
  const Matrix<S> scores = Q * transpose(K) + relative_bias<S>(head.bias, Q, K);
  const Matrix<S> A = weights(scores, head.weighting, head.mask ? *head.mask : Mask::full(n));
  return head.C ? hadamard(A, *head.C) : A;
}

template <class S>
Matrix<S> head_output(const Head<S>& head, const Matrix<S>& A, const Matrix<S>& X) {
  return A * affine(X, head.WV, head.bV) * head.WO;
}

template <class S>
Matrix<S> attention_sum(const std::vector<Head<S>>& heads, const std::optional<Vector<S>>& bO, const Matrix<S>& X) {
  Matrix<S> sum(X.shape());
  for (const Head<S>& head : heads) sum = sum + head_output(head, attention_matrix(head, X), X);
  return bO ? add_row(sum, *bO) : sum;
}

template <class S>
Matrix<S> attention_layer(const std::vector<Head<S>>& heads, const std::optional<Vector<S>>& bO, const Matrix<S>& X) {
  return X + attention_sum(heads, bO, X);
}

Truth is_right_stochastic(const Matrix<Rational>& a) { return right_stochastic(a); }
Truth is_right_stochastic(const Matrix<Enclosure>& a) { return right_stochastic(a); }

#define ATTEST_INSTANTIATE(S)                                                                                       \
  template Matrix<S> attention_matrix(const Head<S>&, const Matrix<S>&);                                            \
  template Matrix<S> head_output(const Head<S>&, const Matrix<S>&, const Matrix<S>&);                               \
  template Matrix<S> attention_sum(const std::vector<Head<S>>&, const std::optional<Vector<S>>&, const Matrix<S>&); \
  template Matrix<S> attention_layer(const std::vector<Head<S>>&, const std::optional<Vector<S>>&, const Matrix<S>&);
ATTEST_INSTANTIATE(Rational)
ATTEST_INSTANTIATE(Enclosure)
#undef ATTEST_INSTANTIATE

}  // namespace attest::theory
