// SPDX-License-Identifier: Apache-2.0
#pragma once

// exp in double and in double-double, for x in [least_exponent, 80]; 0 below. docs/numerics.md proves the errors.
#include "verify/judge/simd/lanes.hpp"

namespace attest::verify::judge::simd::ATTEST_SET {

/// 2^k for whole numbers k in the lowest bits of `shifted` = k + 1.5 * 2^52.
ATTEST_INLINE Doubles power_of_two(Doubles shifted) { return Doubles((Integers(shifted) + 1023) << 52); }

ATTEST_INLINE Doubles exponential(Doubles x) {
  const Doubles shifted = fused(x, all(0x1.71547652b82fep0), all(0x1.8p52)), k = shifted - 0x1.8p52;
  // ln 2 in two parts; k times the first is exact.
  Doubles r = fused(-k, all(0x1.62e42fefa38p-1), x);
  r = fused(-k, all(0x1.ef35793c7673p-45), r);
  static constexpr double inverse_factorials[] = {
      1.0,        1.0,         1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,
      1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  Doubles p = all(inverse_factorials[13]);
#pragma GCC unroll 16
  for (int degree = 12; degree >= 0; --degree) p = fused(p, r, all(inverse_factorials[degree]));
  return select(x < least_exponent, Doubles{}, p * power_of_two(shifted));
}

/// high + low with |low| <= ulp(high) / 2.
struct Pair {
  Doubles high, low;
};

/// a + b = high + low exactly (Knuth).
ATTEST_INLINE Pair two_sum(Doubles a, Doubles b) {
  const Doubles sum = a + b, back = sum - a;
  return {sum, (a - (sum - back)) + (b - back)};
}
/// The same for |a| >= |b| or a = 0 (Dekker).
ATTEST_INLINE Pair quick_two_sum(Doubles a, Doubles b) {
  const Doubles sum = a + b;
  return {sum, b - (sum - a)};
}
/// a b = high + low exactly, but for underflow.
ATTEST_INLINE Pair two_product(Doubles a, Doubles b) {
  const Doubles product = a * b;
  return {product, fused(a, b, -product)};
}
ATTEST_INLINE Pair operator+(Pair a, Pair b) {
  const Pair high = two_sum(a.high, b.high), low = two_sum(a.low, b.low);
  const Pair once = quick_two_sum(high.high, high.low + low.high);
  return quick_two_sum(once.high, once.low + low.low);
}
ATTEST_INLINE Pair operator*(Pair a, Pair b) {
  const Pair p = two_product(a.high, b.high);
  return quick_two_sum(p.high, fused(a.high, b.low, fused(a.low, b.high, p.low)));
}
ATTEST_INLINE Pair operator*(Pair a, Doubles b) {
  const Pair p = two_product(a.high, b);
  return quick_two_sum(p.high, fused(a.low, b, p.low));
}

ATTEST_INLINE Pair exponential(Pair x) {
  const Doubles shifted = fused(x.high, all(0x1.71547652b82fep0), all(0x1.8p52)), k = shifted - 0x1.8p52;
  // ln 2 in three parts; k times the first two is exact.
  Pair r = two_sum(x.high, k * -0x1.62e42feep-1);
  const Pair second = two_sum(r.high, k * -0x1.a39ef35792p-33);
  r = quick_two_sum(second.high, (r.low + second.low) + fused(k, all(-0x1.c7673007e5ed6p-73), x.low));
  const Pair y{r.high * 0x1p-4, r.low * 0x1p-4};

  // expm1(y) by Taylor's series, |y| < 0.0218: the terms behind y^7 are too small to need two doubles.
  static constexpr double tail[] = {1.0 / 40320,    1.0 / 362880,    1.0 / 3628800,
                                    1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  Doubles rest = all(tail[5]);
#pragma GCC unroll 8
  for (int t = 4; t >= 0; --t) rest = fused(rest, y.high, all(tail[t]));
  static constexpr double coefficient[][2] = {{1.0, 0},
                                              {0.5, 0},
                                              {0x1.5555555555555p-3, 0x1.5555555555555p-57},
                                              {0x1.5555555555555p-5, 0x1.5555555555555p-59},
                                              {0x1.1111111111111p-7, 0x1.1111111111111p-63},
                                              {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
                                              {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73}};
  Pair p{rest, Doubles{}};
#pragma GCC unroll 8
  for (int t = 6; t >= 0; --t) p = p * y + Pair{all(coefficient[t][0]), all(coefficient[t][1])};
  p = p * y;
  // expm1(2 y) = expm1(y) (2 + expm1(y)), four times.
#pragma GCC unroll 4
  for (int t = 0; t < 4; ++t) p = p * (Pair{all(2.0), Doubles{}} + p);
  p = Pair{all(1.0), Doubles{}} + p;
  const Doubles power = power_of_two(shifted);
  const Integers none = x.high < least_exponent;
  return {select(none, Doubles{}, p.high * power), select(none, Doubles{}, p.low * power)};
}

}  // namespace attest::verify::judge::simd::ATTEST_SET
