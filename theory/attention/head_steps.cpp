// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/head_steps.hpp"

#include "theory/error.hpp"

namespace attest::theory {

namespace {

bool is_nonnegative(const Rational& x) { return x.sign() >= 0; }
bool is_nonnegative(const Enclosure& x) { return (x >= Enclosure(0)) == Truth::yes; }
bool is_positive(const Rational& x) { return x.sign() > 0; }
bool is_positive(const Enclosure& x) { return (x > Enclosure(0)) == Truth::yes; }

}  // namespace

template <class S>
Matrix<S> divide_rows(const Matrix<S>& weights) {
  Matrix<S> result(weights.shape());
  for (std::size_t i = 0; i < weights.rows(); ++i) {
    S sum(0);
    for (const S& weight : weights.row(i)) {
      if (!is_nonnegative(weight)) throw std::invalid_argument("weights: expected none below 0");
      sum += weight;
    }
    if (!is_positive(sum)) throw std::invalid_argument("weights: expected no row of zeros");
    for (std::size_t j = 0; j < weights.columns(); ++j) result(i, j) = weights(i, j) / sum;
  }
  return result;
}

Matrix<Rational> features(const Matrix<Rational>& X) {
  return X.map([](const Rational& x) {
    if (x.sign() < 0)
      throw InputError("linear attention",
                       "the feature e^x of a query's or key's x < 0 is irrational: expected enclosures");
    return x + Rational(1);
  });
}

Matrix<Enclosure> features(const Matrix<Enclosure>& X) {
  return X.map([](const Enclosure& x) { return max(x, Enclosure(0)) + exp(min(x, Enclosure(0))); });
}

Matrix<Rational> capped(const Matrix<Rational>& scores, const Rational& t) {
  if (t.sign() <= 0) throw std::invalid_argument("softcap: expected a number above 0");
  return scores.map([](const Rational& score) {
    if (score.sign() != 0)
      throw InputError("softcap", "the tanh of a score that is not 0 is irrational: expected enclosures");
    return score;
  });
}

Matrix<Enclosure> capped(const Matrix<Enclosure>& scores, const Enclosure& t) {
  if (!is_positive(t)) throw std::invalid_argument("softcap: expected a number above 0");
  return scores.map([&](const Enclosure& score) {
    Enclosure x = score / t;
    arb_tanh(x.raw(), x.raw(), x.precision());
    return t * x;
  });
}

template <class S>
Matrix<S> rotated(Matrix<S> Q, const Matrix<S>& angles) {
  if (angles.columns() != 2 || Q.columns() != 2 * angles.rows())
    throw std::invalid_argument("a rotation: expected " + std::to_string(Q.columns() / 2) + " pairs [cos, sin] for " +
                                std::to_string(Q.columns()) + " coordinates, found " + angles.shape().to_string());
  for (std::size_t p = 0; p < angles.rows(); ++p) {
    const S &c = angles(p, 0), &s = angles(p, 1);
    S cosine = c, sine = s;
    for (std::size_t i = 0; i < Q.rows(); ++i) {
      const S x = Q(i, 2 * p), y = Q(i, 2 * p + 1), before = cosine;
      Q(i, 2 * p) = x * cosine - y * sine;
      Q(i, 2 * p + 1) = x * sine + y * cosine;
      cosine = before * c - sine * s;
      sine = before * s + sine * c;
    }
  }
  return Q;
}

template <class S>
Matrix<S> relative_values(const Matrix<S>& A, const Matrix<S>& a) {
  const std::size_t n = A.rows(), m = A.columns();
  if (a.rows() != n + m - 1)
    throw std::invalid_argument("relative values: expected " + std::to_string(n + m - 1) + " rows, found " +
                                std::to_string(a.rows()));
  return Matrix<S>::from_function({n, a.columns()}, [&](std::size_t i, std::size_t k) {
    S sum(0);
    for (std::size_t j = 0; j < m; ++j) sum += A(i, j) * a(i + m - 1 - j, k);
    return sum;
  });
}

#define ATTEST_INSTANTIATE(S)                              \
  template Matrix<S> divide_rows(const Matrix<S>&);        \
  template Matrix<S> rotated(Matrix<S>, const Matrix<S>&); \
  template Matrix<S> relative_values(const Matrix<S>&, const Matrix<S>&);
ATTEST_INSTANTIATE(Rational)
ATTEST_INSTANTIATE(Enclosure)
#undef ATTEST_INSTANTIATE

}  // namespace attest::theory
