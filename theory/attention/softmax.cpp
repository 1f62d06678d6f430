// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/softmax.hpp"

#include <algorithm>

#include "theory/attention/hardmax.hpp"
#include "theory/error.hpp"

namespace attest::theory {

namespace {

/// softmax(s) = softmax(s - c) for every number c: the greatest score keeps the powers within (0, 1].
Rational shift(const Vector<Rational>& scores) { return *std::max_element(scores.begin(), scores.end()); }

/// Over enclosures any point near the greatest score serves, and a point adds no width.
Enclosure shift(const Vector<Enclosure>& scores) {
  const Enclosure* greatest = &scores.front();
  for (const Enclosure& score : scores) {
    if (arf_cmp(arb_midref(score.raw()), arb_midref(greatest->raw())) > 0) greatest = &score;
  }
  return greatest->midpoint();
}

Rational power(Weighting weighting, const Rational& exponent) {
  if (weighting == Weighting::softmax_e) {
    throw InputError("softmax", "base e has no exact weights: expected base 2, a hardmax, or enclosures");
  }
  constexpr long longest = 1L << 20;
  if (!exponent.is_integer()) {
    throw InputError("softmax in base 2",
                     "expected scores that differ by integers, found two that differ by " + abs(exponent).to_string());
  }
  if (exponent < -longest) {
    throw InputError("softmax in base 2", "expected scores within 2^20 of the greatest of their row, found one " +
                                              abs(exponent).to_string() + " below it");
  }
  return pow(Rational(2), exponent.to_long());
}

Enclosure power(Weighting weighting, const Enclosure& exponent) {
  return weighting == Weighting::softmax_e ? exp(exponent) : exp2(exponent);
}

template <class S>
Vector<S> softmax_row(const Vector<S>& scores, Weighting weighting) {
  const S greatest = shift(scores);
  Vector<S> powers;
  S sum(0);
  for (const S& score : scores) {
    powers.push_back(power(weighting, score - greatest));
    sum += powers.back();
  }
  for (S& entry : powers) entry /= sum;
  return powers;
}

}  // namespace

template <class S>
Matrix<S> weights(const Matrix<S>& scores, Weighting weighting, const Mask& mask) {
  if (mask.size() != scores.rows()) {
    throw std::invalid_argument("a mask of size " + std::to_string(mask.size()) + " on " + scores.shape().to_string() +
                                " scores");
  }
  Matrix<S> result(scores.shape());
  for (std::size_t i = 0; i < scores.rows(); ++i) {
    std::vector<std::size_t> allowed;
    Vector<S> row;
    for (std::size_t j = 0; j < scores.columns(); ++j) {
      if (!mask(i, j)) continue;
      allowed.push_back(j);
      row.push_back(scores(i, j));
    }
    if (allowed.empty()) continue;  // nothing to look at: the zero row
    const bool soft = weighting == Weighting::softmax_e || weighting == Weighting::softmax_2;
    const Vector<S> weight = soft ? softmax_row(row, weighting) : hardmax_row(row, weighting);
    for (std::size_t k = 0; k < allowed.size(); ++k) result(i, allowed[k]) = weight[k];
  }
  return result;
}

template <class S>
Matrix<S> weights(const Matrix<S>& scores, Weighting weighting) {
  return weights(scores, weighting, {std::vector(scores.rows(), std::vector<bool>(scores.columns(), true))});
}

template Matrix<Rational> weights(const Matrix<Rational>&, Weighting, const Mask&);
template Matrix<Enclosure> weights(const Matrix<Enclosure>&, Weighting, const Mask&);
template Matrix<Rational> weights(const Matrix<Rational>&, Weighting);
template Matrix<Enclosure> weights(const Matrix<Enclosure>&, Weighting);

}  // namespace attest::theory
