// SPDX-License-Identifier: Apache-2.0
// exp, log and the square root, over integers that stand for multiples of 2^-w ("fixed point"), each sum rounded down
// and up.
#include <algorithm>
#include <utility>

#include "verify/trusted/enclosure.hpp"
#include "verify/trusted/failure.hpp"

namespace checker {

namespace {

// lo 2^-w <= value <= hi 2^-w, for values >= 0.
struct Fixed {
  mpz_class lo, hi;
};

mpz_class scaled(const mpq_class& x, unsigned long w, bool up) {
  mpz_class numerator = x.get_num() << w, result;
  if (up) {
    mpz_cdiv_q(result.get_mpz_t(), numerator.get_mpz_t(), x.get_den_mpz_t());
  } else {
    mpz_fdiv_q(result.get_mpz_t(), numerator.get_mpz_t(), x.get_den_mpz_t());
  }
  return result;
}

mpq_class unscaled(const mpz_class& x, unsigned long w) {
  mpq_class result(x);
  mpq_div_2exp(result.get_mpq_t(), result.get_mpq_t(), w);
  return result;
}

Fixed fixed(const mpq_class& x, unsigned long w) { return {scaled(x, w, false), scaled(x, w, true)}; }

// a b / divisor, for operands >= 0.
Fixed times(const Fixed& a, const Fixed& b, unsigned long w, unsigned long divisor) {
  mpz_class unit = mpz_class(divisor) << w;
  Fixed result{a.lo * b.lo, a.hi * b.hi};
  mpz_fdiv_q(result.lo.get_mpz_t(), result.lo.get_mpz_t(), unit.get_mpz_t());
  mpz_cdiv_q(result.hi.get_mpz_t(), result.hi.get_mpz_t(), unit.get_mpz_t());
  return result;
}

// exp(r) for 0 <= r <= 1/2, by its series. The terms fall at least by half, so what is left after a term is at most
// that term.
Fixed exp_series(const Fixed& r, unsigned long w) {
  Fixed term = fixed(1, w), sum = term;
  for (unsigned long n = 1; term.hi > 1; ++n) {
    term = times(term, r, w, n);
    sum.lo += term.lo;
    sum.hi += term.hi;
  }
  sum.hi += term.hi;
  return sum;
}

// exp(x) for x > 0, below or above, with some bits to spare: exp(x / 2^k), squared k times. Each squaring may double
// the relative error, and exp(x) itself has 1.45 x bits before the point, which only help.
Enclosure exp_positive(const mpq_class& x, unsigned bits) {
  unsigned long k = 1;
  while (x.get_num() > mpz_class(x.get_den() << (k - 1))) ++k;
  const unsigned long w = bits + 2 * k + 32;
  mpq_class part = x;
  mpq_div_2exp(part.get_mpq_t(), part.get_mpq_t(), k);
  Fixed value = exp_series(fixed(part, w), w);
  for (unsigned long i = 0; i < k; ++i) value = times(value, value, w, 1);
  return {{unscaled(value.lo, w), 0}, {unscaled(value.hi, w), 0}};
}

Enclosure exp_point(const mpq_class& x, unsigned bits) {
  if (sgn(x) == 0) return point(1);
  constexpr long kLargest = 1L << 20;
  if (x > kLargest) throw Unknown("exp of a number above 2^20");
  // exp(-2^20) < 2^-2^20.
  if (x < -kLargest) return {{0, 0}, {unscaled(1, 1UL << 20), 0}};
  const Enclosure magnitude = exp_positive(abs(x), bits);
  if (sgn(x) > 0) return magnitude;
  return {{1 / magnitude.hi.value, 0}, {1 / magnitude.lo.value, 0}};
}

// 2 artanh(z) = log((1+z)/(1-z)) for 0 <= z <= 1/3: 2 (z + z^3/3 + z^5/5 + ...). After a power z^n what is left is at
// most z^n (z^2 + z^4 + ...) <= z^n / 8.
Fixed twice_artanh(const mpq_class& z, unsigned long w) {
  const Fixed first = fixed(z, w), square = times(first, first, w, 1);
  Fixed power = first, sum{0, 0};
  const Fixed one = fixed(1, w);
  for (unsigned long n = 1;; n += 2) {
    const Fixed term = times(power, one, w, n);
    sum.lo += 2 * term.lo;
    sum.hi += 2 * term.hi;
    if (power.hi <= 1) break;
    power = times(power, square, w, 1);
  }
  sum.hi += 2 * power.hi;
  return sum;
}

// log(x) = e log 2 + log(m) with x = 2^e m and 2/3 <= m <= 4/3, so that |(m-1)/(m+1)| <= 1/5.
Enclosure log_point(const mpq_class& x, unsigned bits) {
  if (x == 1) return point(0);
  long e =
      static_cast<long>(mpz_sizeinbase(x.get_num_mpz_t(), 2)) - static_cast<long>(mpz_sizeinbase(x.get_den_mpz_t(), 2));
  auto mantissa = [&] {
    mpq_class m = x;
    if (e >= 0) {
      mpq_div_2exp(m.get_mpq_t(), m.get_mpq_t(), static_cast<unsigned long>(e));
    } else {
      mpq_mul_2exp(m.get_mpq_t(), m.get_mpq_t(), static_cast<unsigned long>(-e));
    }
    return m;
  };
  mpq_class m = mantissa();
  while (3 * m > 4) ++e, m = mantissa();
  while (3 * m < 2) --e, m = mantissa();
  // log x may be as small as the distance of x from 1, whose bits are lost from a fixed point.
  const mpq_class distance = m - 1;
  unsigned long lost = 0;
  if (sgn(distance) != 0) {
    const std::size_t numerator = mpz_sizeinbase(distance.get_num_mpz_t(), 2),
                      denominator = mpz_sizeinbase(distance.get_den_mpz_t(), 2);
    if (denominator > numerator) lost = denominator - numerator;
  }
  const unsigned long w = bits + lost + 32;
  const mpq_class z = distance / (m + 1);
  const Fixed part = twice_artanh(abs(z), w);
  Enclosure result = sgn(z) >= 0 ? Enclosure{{unscaled(part.lo, w), 0}, {unscaled(part.hi, w), 0}}
                                 : Enclosure{{-unscaled(part.hi, w), 0}, {-unscaled(part.lo, w), 0}};
  if (e != 0) {
    const Fixed log2 = twice_artanh(mpq_class(1, 3), w);
    const Enclosure whole = {{unscaled(log2.lo, w), 0}, {unscaled(log2.hi, w), 0}};
    result = add(result, multiply(whole, point(e), static_cast<unsigned>(w)), static_cast<unsigned>(w));
  }
  return result;
}

Enclosure sqrt_point(const mpq_class& x, unsigned bits) {
  if (sgn(x) == 0) return point(0);
  const long size =
      static_cast<long>(mpz_sizeinbase(x.get_num_mpz_t(), 2)) - static_cast<long>(mpz_sizeinbase(x.get_den_mpz_t(), 2));
  const unsigned long w = static_cast<unsigned long>(std::max(0L, static_cast<long>(bits) + 4 - size / 2));
  mpz_class root = sqrt(scaled(x, 2 * w, false));  // root <= sqrt(x) 2^w < root + 1
  return {{unscaled(root, w), 0}, {unscaled(root + 1, w), 0}};
}

// An increasing function of an enclosure: below at its lower end, above at its upper end.
template <class Function>
Enclosure increasing(const Enclosure& a, unsigned bits, Function at) {
  if (!a.is_finite()) throw Unknown("an operation on an enclosure with an infinite end");
  const Enclosure low = at(a.lo.value, bits), high = a.lo.value == a.hi.value ? low : at(a.hi.value, bits);
  return rounded({low.lo, high.hi}, bits);
}

}  // namespace

Enclosure exponential(const Enclosure& a, unsigned bits) { return increasing(a, bits, exp_point); }

Enclosure logarithm(const Enclosure& a, unsigned bits) {
  if (a.lo.sign() <= 0) throw Unknown("log of an enclosure that is not positive throughout");
  return increasing(a, bits, log_point);
}

Enclosure square_root(const Enclosure& a, unsigned bits) {
  if (a.lo.sign() < 0) throw Unknown("sqrt of an enclosure that is not non-negative throughout");
  return increasing(a, bits, sqrt_point);
}

}  // namespace checker
