// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/softmax.hpp"

#include <algorithm>
#include <utility>

#include "theory/attention/hardmax.hpp"
#include "theory/attention/sparsemax.hpp"
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
  if (in_base_e(weighting)) {
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
  if (exponent > longest)
    throw InputError("exp in base 2", "expected scores of at most 2^20, found " + exponent.to_string());
  return pow(Rational(2), exponent.to_long());
}

Enclosure power(Weighting weighting, const Enclosure& exponent) {
  return in_base_e(weighting) ? exp(exponent) : exp2(exponent);
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

bool is_positive(const Rational& x) { return x.sign() > 0; }
bool is_positive(const Enclosure& x) { return (x > Enclosure(0)) == Truth::yes; }

template <class S>
Vector<S> linear_row(Vector<S> products) {
  S sum(0);
  for (const S& product : products) {
    if (!is_positive(product)) throw InputError("linear weights", "expected products of features above 0");
    sum += product;
  }
  for (S& product : products) product /= sum;
  return products;
}

// Of the scores' own row; the sinks stand behind it while the denominator is summed.
template <class S>
Vector<S> row_weights(Vector<S> row, Weighting weighting, const Vector<S>& sinks) {
  switch (weighting) {
    case Weighting::softmax_e:
    case Weighting::softmax_2: {
      const std::size_t length = row.size();
      row.insert(row.end(), sinks.begin(), sinks.end());
      Vector<S> result = softmax_row(row, weighting);
      result.resize(length);
      return result;
    }
    case Weighting::sigmoid_e:
    case Weighting::sigmoid_2:  // b^s / (1 + b^s): softmax beside the score 0
      for (S& score : row) score = softmax_row(Vector<S>{score, constant(Rational(0), score)}, weighting).front();
      return row;
    case Weighting::exp_e:
    case Weighting::exp_2:
      for (S& score : row) score = power(weighting, score);
      return row;
    case Weighting::sparsemax:
      return sparsemax_row(row);
    case Weighting::scores:
      return row;
    case Weighting::linear:
      return linear_row(std::move(row));
    default:
      return hardmax_row(row, weighting);
  }
}

}  // namespace

template <class S>
Matrix<S> weights(const Matrix<S>& scores, Weighting weighting, const Mask& mask, const Vector<S>& sinks) {
  if (!sinks.empty() && weighting != Weighting::softmax_e && weighting != Weighting::softmax_2) {
    throw std::invalid_argument("a sink beside weights that are no softmax");
  }
  if (mask.size() != scores.rows() || (mask.size() > 0 && mask.allowed.front().size() != scores.columns())) {
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
    const Vector<S> weight = row_weights(std::move(row), weighting, sinks);
    for (std::size_t k = 0; k < allowed.size(); ++k) result(i, allowed[k]) = weight[k];
  }
  return result;
}

template <class S>
Matrix<S> weights(const Matrix<S>& scores, Weighting weighting) {
  return weights(scores, weighting, {std::vector(scores.rows(), std::vector<bool>(scores.columns(), true))});
}

template Matrix<Rational> weights(const Matrix<Rational>&, Weighting, const Mask&, const Vector<Rational>&);
template Matrix<Enclosure> weights(const Matrix<Enclosure>&, Weighting, const Mask&, const Vector<Enclosure>&);
template Matrix<Rational> weights(const Matrix<Rational>&, Weighting);
template Matrix<Enclosure> weights(const Matrix<Enclosure>&, Weighting);

}  // namespace attest::theory
