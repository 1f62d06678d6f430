// SPDX-License-Identifier: Apache-2.0
#include "verify/audit/attentive.hpp"

#include <optional>
#include <stdexcept>

namespace attest::verify::audit {

namespace {

using theory::Enclosure;
using theory::Matrix;
using theory::Rational;
using theory::Truth;

constexpr long kPrecision = 256;
/// Above it the search for a common base has left what a matrix of powers holds.
constexpr std::size_t kLongest = 4096;

std::size_t bits(const Rational& x) { return fmpz_bits(fmpq_numref(x.raw())) + fmpz_bits(fmpq_denref(x.raw())); }

// The greatest b > 1 of which x and y, above 1, are powers: Euclid's algorithm on their logarithms.
std::optional<Rational> common_base(Rational x, Rational y) {
  const std::size_t longest = bits(x) + bits(y);
  for (std::size_t steps = 0; steps < kLongest; ++steps) {
    if (x == y) return x;
    Rational& greater = x > y ? x : y;
    const Rational& smaller = x > y ? y : x;
    greater = greater / smaller;
    if (greater == Rational(1)) return smaller;
    if (bits(greater) > longest) return std::nullopt;  // quotients of powers of one number are no longer than they are
  }
  return std::nullopt;
}

Rational above_1(const Rational& x) { return x < Rational(1) ? Rational(1) / x : x; }

// k with x = b^k, for a power of b.
long exponent(const Rational& x, const Rational& b) {
  long k = 0;
  for (Rational power = above_1(x); power > Rational(1); power = power / b) ++k;
  return x < Rational(1) ? -k : k;
}

struct Multiples {
  Rational base;
  Matrix<Rational> of;
};

// The logarithms as multiples of that of one number; nothing where there is no such number.
std::optional<Multiples> as_multiples(const Matrix<Rational>& ratios) {
  std::optional<Rational> base;
  for (std::size_t i = 0; i < ratios.rows(); ++i)
    for (const Rational& ratio : ratios.row(i)) {
      if (ratio == Rational(1)) continue;
      base = base ? common_base(*base, above_1(ratio)) : above_1(ratio);
      if (!base) return std::nullopt;
    }
  return Multiples{base.value_or(2),
                   ratios.map([&](const Rational& ratio) { return Rational(base ? exponent(ratio, *base) : 0L); })};
}

Truth equal(const Rational& a, const Rational& b) { return theory::truth(a == b); }
Truth equal(const Enclosure& a, const Enclosure& b) { return a == b; }
Truth not_negative(const Rational& a) { return theory::truth(a.sign() >= 0); }
Truth not_negative(const Enclosure& a) { return a >= Enclosure(0); }

// Whether G = z z^T and l is a multiple of z. G is (n-1) x (n-1); the last row of `logarithms` is l.
template <class S>
Truth is_square_of_a_column(const Matrix<S>& logarithms) {
  const std::size_t size = logarithms.columns();
  const auto G = [&](std::size_t i, std::size_t j) -> const S& { return logarithms(i, j); };
  const auto l = [&](std::size_t j) -> const S& { return logarithms(size, j); };
  Truth result = Truth::yes, zero = Truth::yes;
  for (std::size_t i = 0; i < size; ++i) {
    result = result & not_negative(G(i, i));
    zero = zero & equal(G(i, i), S(0));
    for (std::size_t j = 0; j < size; ++j) {
      // An enclosure does not know that it equals itself, so what is an identity is not asked.
      if (i != j) result = result & equal(G(i, j), G(j, i)) & equal(G(i, j) * G(i, j), G(i, i) * G(j, j));
      for (std::size_t k = 0; k < size; ++k) {
        if (i != j && i != k) result = result & equal(G(i, i) * G(j, k), G(i, j) * G(i, k));
        if (j != k) result = result & equal(l(j) * G(i, k), l(k) * G(i, j));
      }
    }
  }
  if (zero == Truth::no) return result;
  Truth flat = Truth::yes;  // z = 0 has no multiple but 0
  for (std::size_t j = 0; j < size; ++j) flat = flat & equal(l(j), S(0));
  if (zero == Truth::yes) return result & flat;
  return flat == Truth::yes ? result : result & Truth::unknown;
}

Truth positive_and_stochastic(const Matrix<Interval>& A) {
  Truth result = Truth::yes;
  for (std::size_t i = 0; i < A.rows(); ++i) {
    Rational lo = 0, hi = 0;
    for (std::size_t j = 0; j < A.columns(); ++j) {
      const Interval& entry = A(i, j);
      lo += entry.lo;
      hi += entry.hi;
      if (entry.hi.sign() <= 0) return Truth::no;
      if (entry.lo.sign() <= 0) result = result & Truth::unknown;
    }
    if (lo > Rational(1) || hi < Rational(1)) return Truth::no;
    if (lo != hi) result = result & Truth::unknown;
  }
  return result;
}

// R_ij for i, j >= 2, and below them A_1j / A_11.
template <class S, class Entry>
Matrix<S> ratios_of(std::size_t n, Entry a) {
  return Matrix<S>::from_function({n, n - 1}, [&](std::size_t i, std::size_t j) -> S {
    if (i + 1 == n) return a(0, j + 1) / a(0, 0);
    return a(i + 1, j + 1) * a(0, 0) / (a(i + 1, 0) * a(0, j + 1));
  });
}

}  // namespace

Truth is_attentive(const Matrix<Interval>& A) {
  const std::size_t n = A.rows();
  if (n == 0 || A.columns() != n) return Truth::no;
  const Truth stochastic = positive_and_stochastic(A);
  if (stochastic == Truth::no || n == 1) return stochastic;
  bool exact = true, positive = true;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      exact &= A(i, j).is_exact();
      positive &= A(i, j).lo.sign() > 0;
    }
  if (!positive) return Truth::unknown;
  if (exact) {
    const Matrix<Rational> ratios = ratios_of<Rational>(n, [&](std::size_t i, std::size_t j) { return A(i, j).lo; });
    if (const auto multiples = as_multiples(ratios)) return is_square_of_a_column(multiples->of);
  }
  const Matrix<Enclosure> ratios = ratios_of<Enclosure>(
      n, [&](std::size_t i, std::size_t j) { return Enclosure::hull(A(i, j).lo, A(i, j).hi, kPrecision); });
  return stochastic & is_square_of_a_column(ratios.map([](const Enclosure& ratio) { return log(ratio); }));
}

// With log R = z z^T: y is a column of it that is not 0, less by sqrt(1/t), and log(A_1j / A_11) = -t c y_j.
AttentiveNumbers attentive_numbers(const Matrix<Interval>& A) {
  const std::size_t n = A.rows();
  AttentiveNumbers found{2, 1, 0, std::vector<Rational>(n, 0)};
  if (n == 1) return found;
  const auto multiples = as_multiples(ratios_of<Rational>(n, [&](std::size_t i, std::size_t j) { return A(i, j).lo; }));
  if (!multiples) throw std::logic_error("an attentive matrix without a base");
  const Matrix<Rational>& k = multiples->of;
  found.b = multiples->base;
  for (std::size_t p = 0; p + 1 < n; ++p) {
    if (k(p, p) == Rational(0)) continue;
    found.t = Rational(1) / k(p, p);
    for (std::size_t i = 0; i + 1 < n; ++i) found.y[i + 1] = k(i, p);
    found.c = -k(n - 1, p) / (found.t * k(p, p));
    break;
  }
  return found;
}

}  // namespace attest::verify::audit
