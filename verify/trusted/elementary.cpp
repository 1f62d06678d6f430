// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include "verify/trusted/enclosure.hpp"
#include "verify/trusted/failure.hpp"
namespace checker {
// exp, log and the square root work over integers that stand for multiples of 2^-w ("fixed point"), each sum rounded
// down and up: lo 2^-w <= value <= hi 2^-w, for values >= 0.
struct Fixed {
  mpz_class lo, hi;
};

static Fixed fixed(const mpq_class& x, long w) {
  const mpq_class scaled = shifted(x, w);
  return {quotient(scaled.get_num(), scaled.get_den(), false), quotient(scaled.get_num(), scaled.get_den(), true)};
}
static Enclosure enclosure(const Fixed& x, long w) { return {{shifted(x.lo, -w), 0}, {shifted(x.hi, -w), 0}}; }
// a b / divisor
static Fixed times(const Fixed& a, const Fixed& b, long w, unsigned long divisor) {
  const mpz_class unit = mpz_class(divisor) << static_cast<unsigned long>(w);
  return {quotient(a.lo * b.lo, unit, false), quotient(a.hi * b.hi, unit, true)};
}
// exp(|x|) is exp(r), r = |x| / 2^k <= 1/2, squared k times. Each squaring may double the relative error, for which
// there are bits to spare; exp(|x|) itself has 1.45 |x| bits before the point, which only help.
static Enclosure exp_point(const mpq_class& x, unsigned bits) {
  constexpr long kLargest = 1L << 20;
  if (sgn(x) == 0) return point(1);
  if (x > kLargest) throw Unknown("exp of a number above 2^20");
  if (x < -kLargest) return {{0, 0}, {shifted(1, -kLargest), 0}};  // exp(-2^20) < 2^-2^20
  long k = 1;
  while (shifted(abs(x), 1 - k) > 1) ++k;
  const long w = bits + 2 * k + 32;
  const Fixed r = fixed(shifted(abs(x), -k), w);
  Fixed term = fixed(1, w), value = term;
  for (unsigned long n = 1; term.hi > 1; ++n) {
    term = times(term, r, w, n);
    value = {value.lo + term.lo, value.hi + term.hi};
  }
  value.hi += term.hi;  // the terms of the series fall at least by half: what is left is at most the last one
  for (long i = 0; i < k; ++i) value = times(value, value, w, 1);
  const Enclosure result = enclosure(value, w);
  return sgn(x) > 0 ? result : Enclosure{{1 / result.hi.value, 0}, {1 / result.lo.value, 0}};
}
// 2 artanh(z) = log((1+z)/(1-z)) for 0 <= z <= 1/3: 2 (z + z^3/3 + z^5/5 + ...). After a power z^n what is left is at
// most z^n (z^2 + z^4 + ...) <= z^n / 8.
static Enclosure twice_artanh(const mpq_class& z, long w) {
  const Fixed one = fixed(1, w), first = fixed(z, w), square = times(first, first, w, 1);
  Fixed power = first, sum = first;
  for (unsigned long n = 3; power.hi > 1; n += 2) {
    power = times(power, square, w, 1);
    const Fixed term = times(power, one, w, n);
    sum = {sum.lo + term.lo, sum.hi + term.hi};
  }
  return enclosure({2 * sum.lo, 2 * (sum.hi + power.hi)}, w);
}
// log(x) = e log 2 + log(m) with x = 2^e m and 2/3 <= m <= 4/3, so that |(m-1)/(m+1)| <= 1/5.
static Enclosure log_point(const mpq_class& x, unsigned bits) {
  if (x == 1) return point(0);
  long e = magnitude(x);
  mpq_class m = shifted(x, -e);  // between 1/2 and 2
  if (3 * m > 4) m = shifted(x, -++e);
  if (3 * m < 2) m = shifted(x, - --e);
  // With e = 0 log x may be as small as the distance of x from 1, whose bits are lost from a fixed point.
  const mpq_class distance = m - 1, z = distance / (m + 1);
  const long w = bits + (e == 0 ? std::max(0L, -magnitude(distance)) : 0) + 32;
  const Enclosure magnitude = twice_artanh(abs(z), w), log_m = sgn(z) < 0 ? negate(magnitude) : magnitude;
  if (e == 0) return log_m;
  const auto precision = static_cast<unsigned>(w);
  return add(log_m, multiply(twice_artanh(mpq_class(1, 3), w), point(e), precision), precision);
}

static Enclosure sqrt_point(const mpq_class& x, unsigned bits) {
  mpq_class exact;
  if (has_square_root(x, exact)) return point(exact);
  const long w = std::max(0L, static_cast<long>(bits) + 4 - magnitude(x) / 2);
  const mpz_class root = sqrt(fixed(x, 2 * w).lo);  // root <= sqrt(x) 2^w < root + 1
  return enclosure({root, root + 1}, w);
}
// An increasing function of an enclosure: below at its lower end, above at its upper end.
static Enclosure increasing(const Enclosure& a, unsigned bits, Enclosure (*at)(const mpq_class&, unsigned)) {
  require_finite(a);
  const Enclosure low = at(a.lo.value, bits), high = a.lo.value == a.hi.value ? low : at(a.hi.value, bits);
  return rounded({low.lo, high.hi}, bits);
}

bool has_square_root(const mpq_class& x, mpq_class& root) {
  if (sgn(x) < 0 || !mpz_perfect_square_p(x.get_num_mpz_t()) || !mpz_perfect_square_p(x.get_den_mpz_t())) return false;
  root = mpq_class(sqrt(x.get_num()), sqrt(x.get_den()));
  return true;
}
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
