// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/enclosure.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "verify/trusted/failure.hpp"

namespace checker {

namespace {

// The greatest dyadic number with at most `bits` significant bits that is <= x; up: the least that is >= x.
mpq_class round_one(const mpq_class& x, unsigned bits, bool up) {
  if (sgn(x) == 0) return x;
  const long size =
      static_cast<long>(mpz_sizeinbase(x.get_num_mpz_t(), 2)) - static_cast<long>(mpz_sizeinbase(x.get_den_mpz_t(), 2));
  if (std::abs(size) > 1L << 26) throw Undecided("an enclosure of numbers that are too large or too small");
  const long shift = static_cast<long>(bits) - size;  // |x| 2^shift has `bits` or one more bit: it is cut to an integer
  mpz_class scaled = x.get_num(), quotient, divisor = x.get_den();
  if (shift >= 0) {
    scaled <<= static_cast<unsigned long>(shift);
  } else {
    divisor <<= static_cast<unsigned long>(-shift);
  }
  if (up) {
    mpz_cdiv_q(quotient.get_mpz_t(), scaled.get_mpz_t(), divisor.get_mpz_t());
  } else {
    mpz_fdiv_q(quotient.get_mpz_t(), scaled.get_mpz_t(), divisor.get_mpz_t());
  }
  mpq_class result(quotient);
  if (shift >= 0) {
    mpq_div_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<unsigned long>(shift));
  } else {
    mpq_mul_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<unsigned long>(-shift));
  }
  return result;
}

End sum(const End& a, const End& b) {
  if (a.infinite != 0) return a;
  if (b.infinite != 0) return b;
  return {a.value + b.value, 0};
}

End product(const End& a, const End& b) {
  const int sign = a.sign() * b.sign();
  if (sign == 0) return {0, 0};
  if (a.infinite != 0 || b.infinite != 0) return {0, sign};
  return {a.value * b.value, 0};
}

End opposite(const End& a) { return {-a.value, -a.infinite}; }

void require_finite(const Enclosure& a) {
  if (!a.is_finite()) throw Unknown("an operation on an enclosure with an infinite end");
}

}  // namespace

int compare(const End& a, const End& b) {
  if (a.infinite != 0 || b.infinite != 0) return a.infinite - b.infinite;
  return cmp(a.value, b.value);
}

Enclosure rounded(Enclosure x, unsigned bits) {
  if (x.lo.infinite == 0) x.lo.value = round_one(x.lo.value, bits, false);
  if (x.hi.infinite == 0) x.hi.value = round_one(x.hi.value, bits, true);
  return x;
}

Enclosure add(const Enclosure& a, const Enclosure& b, unsigned bits) {
  return rounded({sum(a.lo, b.lo), sum(a.hi, b.hi)}, bits);
}

Enclosure subtract(const Enclosure& a, const Enclosure& b, unsigned bits) { return add(a, negate(b), bits); }

Enclosure negate(const Enclosure& a) { return {opposite(a.hi), opposite(a.lo)}; }

Enclosure multiply(const Enclosure& a, const Enclosure& b, unsigned bits) {
  const std::array<End, 4> corners = {product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo),
                                      product(a.hi, b.hi)};
  auto less = [](const End& x, const End& y) { return compare(x, y) < 0; };
  const auto [least, greatest] = std::minmax_element(corners.begin(), corners.end(), less);
  return rounded({*least, *greatest}, bits);
}

Enclosure absolute(const Enclosure& a) {
  if (a.lo.sign() >= 0) return a;
  if (a.hi.sign() <= 0) return negate(a);
  const End reach = opposite(a.lo);
  return {{0, 0}, compare(reach, a.hi) < 0 ? a.hi : reach};
}

Enclosure minimum(const Enclosure& a, const Enclosure& b) {
  return {compare(a.lo, b.lo) < 0 ? a.lo : b.lo, compare(a.hi, b.hi) < 0 ? a.hi : b.hi};
}

Enclosure maximum(const Enclosure& a, const Enclosure& b) {
  return {compare(a.lo, b.lo) < 0 ? b.lo : a.lo, compare(a.hi, b.hi) < 0 ? b.hi : a.hi};
}

Enclosure divide(const Enclosure& a, const Enclosure& b, unsigned bits) {
  require_finite(a);
  require_finite(b);
  if (b.contains_zero()) throw Unknown("division by an enclosure that holds 0");
  // 1/b falls on each side of 0, so its ends are those of b, exchanged. Not rounded before the product.
  const Enclosure inverse = {{1 / b.hi.value, 0}, {1 / b.lo.value, 0}};
  return multiply(a, inverse, bits);
}

Enclosure power(const Enclosure& a, unsigned long exponent, unsigned bits) {
  if (exponent == 0) return point(1);
  require_finite(a);
  if (exponent % 2 == 0 && a.lo.sign() < 0) return power(absolute(a), exponent, bits);
  // Increasing on what is left: odd exponents, or nothing negative. Square and multiply, each end rounded its own way.
  auto raise = [&](mpq_class base, bool up) {
    mpq_class result = 1;
    // For a negative base the magnitude must be rounded the other way.
    const bool negative = sgn(base) < 0;
    if (negative) base = -base;
    const bool outward = up != negative;
    for (unsigned long e = exponent;; e >>= 1) {
      if (e & 1) result = round_one(result * base, bits, outward);
      if (e <= 1) break;
      base = round_one(base * base, bits, outward);
    }
    return negative ? mpq_class(-result) : result;
  };
  return {{raise(a.lo.value, false), 0}, {raise(a.hi.value, true), 0}};
}

}  // namespace checker
