// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/attention.hpp"

#include "theory/attention/head_steps.hpp"

namespace attest::theory {

namespace {

template <class S>
Matrix<S> affine(const Matrix<S>& X, const Matrix<S>& W, const std::optional<Vector<S>>& b) {
  return b ? add_row(X * W, *b) : X * W;
}

template <class S>
const Matrix<S>& fitting(const char* what, const Matrix<S>& given, Shape expected) {
  if (given.shape() == expected) return given;
  throw std::invalid_argument(std::string("a given ") + what + ": expected " + expected.to_string() + ", found " +
                              given.shape().to_string());
}

template <class S>
Matrix<S> queries_or_keys(const Head<S>& head, Matrix<S> Q) {
  return head.angles ? rotated(std::move(Q), *head.angles) : Q;
}

// Q K^T + B for one pair of query and key weights; of linear attention, which has no bias, phi(Q) phi(K)^T.
template <class S>
Matrix<S> scores_of(const Head<S>& head, const Matrix<S>& WQ, const Matrix<S>& WK, const Matrix<S>& X,
                    const Matrix<S>& Z) {
  const Matrix<S> Q = queries_or_keys(head, normalize(head.normQ, affine(X, WQ, head.bQ)));
  const Matrix<S> K = queries_or_keys(head, normalize(head.normK, affine(Z, WK, head.bK)));
  if (head.weighting == Weighting::linear) return features(Q) * transpose(features(K));
  return Q * transpose(K) + relative_bias<S>(head.bias, Q, K);
}

// sum_k mix(h, k) matrices[k].
template <class S>
Matrix<S> mixed(const Matrix<S>& mix, std::size_t h, const std::vector<Matrix<S>>& matrices) {
  if (mix.shape() != Shape{matrices.size(), matrices.size()})
    throw std::invalid_argument("mixing " + std::to_string(matrices.size()) + " heads: found " +
                                mix.shape().to_string());
  Matrix<S> sum(matrices.front().shape());
  for (std::size_t k = 0; k < matrices.size(); ++k) sum = sum + scaled(mix(h, k), matrices[k]);
  return sum;
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
  return attention_matrix(head, X, X);
}

template <class S>
Matrix<S> attention_matrix(const Head<S>& head, const Matrix<S>& X, const Matrix<S>& Z) {
  const Shape shape{X.rows(), Z.rows()};
  if (head.A) return fitting("attention matrix", *head.A, shape);
  if (head.unnormalized) {
    const Matrix<S> A = divide_rows(fitting("matrix of weights", *head.unnormalized, shape));
    return head.C ? hadamard(A, *head.C) : A;
  }
  const Mask mask = head.mask ? *head.mask : Mask::full(shape.rows, shape.columns);
  const auto matrix = [&](const Matrix<S>& scores) {
    return weights(head.softcap ? capped(scores, *head.softcap) : scores, head.weighting, mask, head.sinks);
  };
  Matrix<S> A =
      matrix(head.scores ? fitting("matrix of scores", *head.scores, shape) : scores_of(head, head.WQ, head.WK, X, Z));
  if (head.minus) A = A - scaled(head.minus->lambda, matrix(scores_of(head, head.minus->WQ, head.minus->WK, X, Z)));
  return head.C ? hadamard(A, *head.C) : A;
}

template <class S>
Matrix<S> attention_scores(const Head<S>& head, const Matrix<S>& X, const Matrix<S>& Z) {
  if (head.A || head.unnormalized || head.minus) throw std::invalid_argument("a head without scores of its own to mix");
  return head.scores ? fitting("matrix of scores", *head.scores, {X.rows(), Z.rows()})
                     : scores_of(head, head.WQ, head.WK, X, Z);
}

template <class S>
std::vector<Matrix<S>> talking_heads(const std::vector<Head<S>>& heads, const Talking<S>& talking, const Matrix<S>& X,
                                     const Matrix<S>& Z) {
  std::vector<Matrix<S>> scores, matrices, heard;
  if (talking.before)
    for (const Head<S>& head : heads) scores.push_back(attention_scores(head, X, Z));
  for (std::size_t h = 0; h < heads.size(); ++h) {
    Head<S> head = heads[h];
    if (talking.before) head.scores = mixed(*talking.before, h, scores);
    matrices.push_back(attention_matrix(head, X, Z));
  }
  if (!talking.after) return matrices;
  for (std::size_t h = 0; h < heads.size(); ++h) heard.push_back(mixed(*talking.after, h, matrices));
  return heard;
}

template <class S>
Matrix<S> head_output(const Head<S>& head, const Matrix<S>& A, const Matrix<S>& X) {
  return head_output(head, A, X, X);
}

template <class S>
Matrix<S> head_output(const Head<S>& head, const Matrix<S>& A, const Matrix<S>& X, const Matrix<S>& Z) {
  Matrix<S> mean = A * affine(Z, head.WV, head.bV);
  if (head.a) mean = mean + relative_values(A, *head.a);
  if (head.WG) {
    const bool e = in_base_e(head.weighting);
    const Matrix<S> gate = X * *head.WG;
    mean = hadamard(
        mean, weights(gate, e ? Weighting::sigmoid_e : Weighting::sigmoid_2, Mask::full(gate.rows(), gate.columns())));
  }
  return mean * head.WO;
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
  template Matrix<S> attention_matrix(const Head<S>&, const Matrix<S>&, const Matrix<S>&);                          \
  template Matrix<S> attention_scores(const Head<S>&, const Matrix<S>&, const Matrix<S>&);                          \
  template std::vector<Matrix<S>> talking_heads(const std::vector<Head<S>>&, const Talking<S>&, const Matrix<S>&,   \
                                                const Matrix<S>&);                                                  \
  template Matrix<S> head_output(const Head<S>&, const Matrix<S>&, const Matrix<S>&);                               \
  template Matrix<S> head_output(const Head<S>&, const Matrix<S>&, const Matrix<S>&, const Matrix<S>&);             \
  template Matrix<S> attention_sum(const std::vector<Head<S>>&, const std::optional<Vector<S>>&, const Matrix<S>&); \
  template Matrix<S> attention_layer(const std::vector<Head<S>>&, const std::optional<Vector<S>>&, const Matrix<S>&);
ATTEST_INSTANTIATE(Rational)
ATTEST_INSTANTIATE(Enclosure)
#undef ATTEST_INSTANTIATE

}  // namespace attest::theory
