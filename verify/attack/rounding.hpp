// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "verify/attack/value.hpp"

namespace attest::verify::attack {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline double below(double x) { return std::nextafter(x, -kInfinity); }
inline double above(double x) { return std::nextafter(x, kInfinity); }
/// Whether a sum of two numbers, rounded, is what it is without rounding.
inline bool is_exact_sum(double a, double b, double sum) {
  const double second = sum - a;
  return (a - (sum - second)) + (b - second) == 0;
}
inline double sum_below(double a, double b) { return is_exact_sum(a, b, a + b) ? a + b : below(a + b); }
inline double sum_above(double a, double b) { return is_exact_sum(a, b, a + b) ? a + b : above(a + b); }
/// Whether a product with another short number is not rounded: at most 26 bits, and a size that neither overflows nor
/// underflows.
inline bool is_short(double x) {
  constexpr std::uint64_t kRest = (std::uint64_t{1} << 27) - 1;
  return (std::bit_cast<std::uint64_t>(x) & kRest) == 0 && (x == 0 || (1e-150 < std::abs(x) && std::abs(x) < 1e150));
}

inline Interval outward(double low, double high) { return {below(low), above(high)}; }

}  // namespace attest::verify::attack
