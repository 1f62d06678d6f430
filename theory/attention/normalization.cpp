// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/normalization.hpp"

#include "theory/error.hpp"

namespace attest::theory {

namespace {

Rational divisor(const Rational& mean_square) {
  const std::optional<Rational> root = sqrt_if_square(mean_square);
  if (!root) {
    throw InputError("normalization", "the square root of " + mean_square.to_string() +
                                          " is irrational: expected a row where it is rational, or enclosures");
  }
  if (root->sign() == 0) throw InputError("normalization", "expected a row that is not constant, or eps > 0");
  return *root;
}
Enclosure divisor(const Enclosure& mean_square) { return sqrt(mean_square); }

template <class S>
Vector<S> normalize_row(const Normalization<S>& normalization, Vector<S> x) {
  const S per_entry = constant(Rational(1, static_cast<long>(x.size())), x.front());
  if (normalization.kind == Normalization<S>::Kind::layer_norm) {
    S mean(0);
    for (const S& entry : x) mean += entry;
    mean *= per_entry;
    for (S& entry : x) entry -= mean;
  }
  S mean_square(0);
  for (const S& entry : x) mean_square += pow(entry, 2);  // pow, since over enclosures x * x may lose x^2 >= 0
  const S scale = divisor(mean_square * per_entry + constant(normalization.eps, x.front()));
  for (std::size_t j = 0; j < x.size(); ++j) x[j] = normalization.gain[j] * x[j] / scale + normalization.shift[j];
  return x;
}

}  // namespace

template <class S>
Matrix<S> normalize(const Normalization<S>& normalization, const Matrix<S>& X) {
  if (normalization.kind == Normalization<S>::Kind::none || X.columns() == 0) return X;
  if (normalization.eps.sign() < 0) throw std::invalid_argument("normalization: expected eps >= 0");
  if (normalization.gain.size() != X.columns() || normalization.shift.size() != X.columns()) {
    throw std::invalid_argument("normalization of rows of " + std::to_string(X.columns()) +
                                " entries: found a gain of " + std::to_string(normalization.gain.size()) +
                                " and a shift of " + std::to_string(normalization.shift.size()));
  }
  Matrix<S> result(X.shape());
  for (std::size_t i = 0; i < X.rows(); ++i) result.set_row(i, normalize_row(normalization, X.row(i)));
  return result;
}

template Matrix<Rational> normalize(const Normalization<Rational>&, const Matrix<Rational>&);
template Matrix<Enclosure> normalize(const Normalization<Enclosure>&, const Matrix<Enclosure>&);

}  // namespace attest::theory
