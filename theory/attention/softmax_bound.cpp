// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/softmax_bound.hpp"

#include "theory/error.hpp"

namespace attest::theory {

namespace {

void expect_domain(long n, const Rational& eps) {
  if (n < 1) throw InputError("n", "expected an integer >= 1, found " + std::to_string(n));
  if (eps <= 0 || eps >= 1) throw InputError("eps", "expected 0 < eps < 1, found " + eps.to_string());
}

void expect_width(const Rational& width) {
  if (width <= 0) throw InputError("width", "expected a number > 0, found " + width.to_string());
}

Enclosure half_log(const Rational& x, long precision) {
  return log(Enclosure(x, precision)) * Enclosure(Rational(1, 2), precision);
}

}  // namespace

Enclosure softmax_pattern_error(long n, const Enclosure& T) {
  if (n < 1) throw InputError("n", "expected an integer >= 1, found " + std::to_string(n));
  if (n == 1) return constant(0, T);
  // 1 / (e^2T / (n-1) + 1): each of its parts occurs once, so that a wide T costs no more than it must.
  return Enclosure(1) / (exp(Enclosure(2) * T) / Enclosure(n - 1) + Enclosure(1));
}

Enclosure softmax_pattern_error(const Matrix<Rational>& pattern, const Enclosure& T) {
  for (std::size_t i = 0; i < pattern.rows(); ++i) {
    Rational sum;
    bool binary = true;
    for (const Rational& entry : pattern.row(i)) {
      binary = binary && (entry == 0 || entry == 1);
      sum += entry;
    }
    if (!binary || sum != 1 || pattern.rows() != pattern.columns()) {
      throw InputError("pattern", "expected a square matrix of 0 and 1 with exactly one 1 in each row");
    }
  }
  const Matrix<Enclosure> scores = pattern.map([&](const Rational& entry) { return entry == 1 ? T : -T; });
  const Matrix<Enclosure> softmax = weights(scores, Weighting::softmax_e);
  Enclosure greatest = constant(0, T);
  for (std::size_t i = 0; i < pattern.rows(); ++i) {
    for (std::size_t j = 0; j < pattern.columns(); ++j) {
      greatest = max(greatest, abs(softmax(i, j) - constant(pattern(i, j), T)));
    }
  }
  return greatest;
}

Enclosure printed_temperature(long n, const Rational& eps, long precision) {
  expect_domain(n, eps);
  return half_log(Rational(n) / eps, precision);
}

Enclosure least_temperature(long n, const Rational& eps, const Rational& width) {
  expect_domain(n, eps);
  expect_width(width);
  const Rational ratio = Rational(n - 1) * (Rational(1) - eps) / eps;
  if (ratio <= 1) return Enclosure(0);
  // The logarithm of a rational > 1 is enclosed as narrowly as one likes, so this ends.
  for (long precision = Enclosure::least_precision;; precision *= 2) {
    Enclosure T = half_log(ratio, precision);
    if (T.width() <= width) return T;
  }
}

Rational sufficient_temperature(long n, const Rational& eps, const Rational& width) {
  const Enclosure least = least_temperature(n, eps, width / Rational(2));
  // The least multiple of a power of 1/2 that is above the enclosure and > 0: a number with few digits.
  Rational step(1);
  while (step > width / Rational(2)) step /= Rational(2);
  const Rational T = max(ceil(least.upper() / step) * step, step);
  // e^2T is irrational, so T is strictly above the least temperature and some precision decides.
  const Decision decision = decide(Enclosure::least_precision, 1L << 20, [&](long precision) {
    return softmax_pattern_error(n, Enclosure(T, precision)) <= Enclosure(eps, precision);
  });
  if (decision.truth != Truth::yes) throw Undecided("T = " + T.to_string() + " was not decided to be enough");
  return T;
}

}  // namespace attest::theory
