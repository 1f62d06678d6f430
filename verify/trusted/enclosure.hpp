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

/// Unknown if b holds 0.
Enclosure divide(const Enclosure& a, const Enclosure& b, unsigned bits);
/// a^exponent, exponent >= 0; 0^0 = 1.
Enclosure power(const Enclosure& a, unsigned long exponent, unsigned bits);
Enclosure exponential(const Enclosure& a, unsigned bits);
/// Unknown unless a > 0 throughout.
Enclosure logarithm(const Enclosure& a, unsigned bits);
/// Unknown unless a >= 0 throughout.
Enclosure square_root(const Enclosure& a, unsigned bits);

}  // namespace checker
