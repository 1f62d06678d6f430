// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gmpxx.h>
namespace checker {
/// One end of an enclosure: a rational, or an infinity (infinite = -1 or 1; then value is not looked at).
struct End {
  mpq_class value;
  int infinite = 0;

  int sign() const { return infinite != 0 ? infinite : sgn(value); }
};
int compare(const End& a, const End& b);
/// The real numbers from lo to hi. lo is never +infinity, hi never -infinity, lo <= hi.
struct Enclosure {
  End lo, hi;

  bool is_finite() const { return lo.infinite == 0 && hi.infinite == 0; }
  bool contains_zero() const { return lo.sign() <= 0 && hi.sign() >= 0; }
};

inline Enclosure point(const mpq_class& x) { return {{x, 0}, {x, 0}}; }
/// Outward to `bits` significant bits: the nearest dyadic numbers below lo and above hi that have so many. Infinite
/// ends stay.
Enclosure rounded(Enclosure x, unsigned bits);
// Each result holds every value that the operation takes on its operands, rounded outward to `bits`. Infinite ends are
// allowed in the first group; 0 times an infinite end is 0. In the second an infinite end is Unknown.
Enclosure add(const Enclosure& a, const Enclosure& b, unsigned bits);
Enclosure subtract(const Enclosure& a, const Enclosure& b, unsigned bits);
Enclosure multiply(const Enclosure& a, const Enclosure& b, unsigned bits);
Enclosure negate(const Enclosure& a);
Enclosure absolute(const Enclosure& a);
Enclosure minimum(const Enclosure& a, const Enclosure& b);
Enclosure maximum(const Enclosure& a, const Enclosure& b);

Enclosure divide(const Enclosure& a, const Enclosure& b, unsigned bits);     ///< Unknown if b holds 0
Enclosure power(const Enclosure& a, unsigned long exponent, unsigned bits);  ///< 0^0 = 1
Enclosure exponential(const Enclosure& a, unsigned bits);
Enclosure logarithm(const Enclosure& a, unsigned bits);     ///< Unknown unless a > 0 throughout
Enclosure square_root(const Enclosure& a, unsigned bits);   ///< Unknown unless a >= 0 throughout
bool has_square_root(const mpq_class& x, mpq_class& root);  ///< whether x is the square of a rational, and its root
// What all this is computed with.
void require_finite(const Enclosure& a);                              ///< Unknown for an infinite end
mpz_class quotient(const mpz_class& a, const mpz_class& b, bool up);  ///< a / b, b > 0, rounded down or up
mpq_class shifted(const mpq_class& x, long places);                   ///< x 2^places
long magnitude(const mpq_class& x);                                   ///< e with 2^(e-1) < |x| < 2^(e+1); of 0: 0
}  // namespace checker
