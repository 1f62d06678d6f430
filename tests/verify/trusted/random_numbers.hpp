// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <random>

#include "verify/trusted/enclosure.hpp"

namespace numbers {

/// Rational numbers that lean to what is easily got wrong: 0, 1, powers of two, tiny, huge, close to 1. The same in
/// every run.
class Source {
 public:
  explicit Source(std::uint64_t seed) : random_(seed) {}

  /// From 0 to `last`, both included.
  unsigned long below(unsigned long last) { return std::uniform_int_distribution<unsigned long>(0, last)(random_); }
  bool coin() { return below(1) == 1; }

  /// An integer >= 0 of at most so many bits; every length is as likely.
  mpz_class integer(unsigned long bits) {
    mpz_class result = 0;
    const unsigned long length = below(bits);
    for (unsigned long i = 0; i < length; i += 64) result = (result << 64) | mpz_class(random_());
    mpz_class cut;
    mpz_fdiv_r_2exp(cut.get_mpz_t(), result.get_mpz_t(), length);
    return cut;
  }

  /// A number > 0, at most 4^range (range >= 6).
  mpq_class positive(unsigned long range) {
    mpq_class result(integer(100) + 1, integer(100) + 1);
    result.canonicalize();
    if (result > power_of_two(range, false)) result = 1 / result;
    switch (below(6)) {
      case 0:
        return 1;
      case 1:
        return power_of_two(below(range), coin());
      case 2:
        return 1 + power_of_two(below(range) + 1, true) * (coin() ? 1 : -1);  // 1/2 at least
      case 3:
        return result * power_of_two(below(range), coin());
      case 4:
        return mpq_class(integer(12) + 1);
      default:
        return result;
    }
  }

  /// 0 or of either sign, at most 4^range in magnitude.
  mpq_class any(unsigned long range) {
    if (below(20) == 0) return 0;
    return coin() ? positive(range) : mpq_class(-positive(range));
  }

  /// Finite ends, now and then a point.
  checker::Enclosure enclosure(unsigned long range) {
    mpq_class a = any(range), b = below(9) == 0 ? a : any(range);
    if (b < a) std::swap(a, b);
    return {{a, 0}, {b, 0}};
  }

  /// A point of an enclosure with finite ends: an end, or between them.
  mpq_class point_of(const checker::Enclosure& x) {
    const unsigned long part = below(16);
    return x.lo.value + (x.hi.value - x.lo.value) * mpq_class(mpz_class(part), 16);
  }

  static mpq_class power_of_two(unsigned long exponent, bool inverse) {
    const mpz_class power = mpz_class(1) << exponent;
    return inverse ? mpq_class(1, power) : mpq_class(power);
  }

 private:
  std::mt19937_64 random_;
};

inline bool holds(const checker::Enclosure& enclosure, const mpq_class& x) {
  const checker::End end{x, 0};
  return compare(enclosure.lo, end) <= 0 && compare(end, enclosure.hi) <= 0;
}

}  // namespace numbers
