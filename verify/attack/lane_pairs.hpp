// SPDX-License-Identifier: Apache-2.0
// Doubles in lanes, two to a machine's operation: what the arithmetic of lanes is written in. Internal to it.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "verify/attack/lanes.hpp"

namespace attest::verify::attack::lane_pairs {

using Pair = double __attribute__((vector_size(16)));
using Bits = decltype(Pair{} < Pair{});

inline constexpr double kMostExact = 9007199254740992;  // 2^53
inline constexpr double kMostDenominator = 2147483648;

/// What an operation reads: lanes, or a constant.
struct Operand {
  const Pair* lanes;
  Pair constant;
  Operand(const Doubles& doubles, double number)
      : lanes(doubles ? reinterpret_cast<const Pair*>(doubles.data()) : nullptr), constant{number, number} {}
  static Operand low(const Numbers& x) { return {x.low, x.constant}; }
  static Operand high(const Numbers& x) { return {x.high ? x.high : x.low, x.constant}; }
};

inline constexpr std::size_t kPairs = kLanes / 2;

/// Calls `f(i, a, b)` for the pairs of two operands; what it captures is written by index.
template <class F>
inline void over(const Operand& a, const Operand& b, F f) {
  if (a.lanes && b.lanes) {
    for (std::size_t i = 0; i < kPairs; ++i) f(i, a.lanes[i], b.lanes[i]);
  } else if (a.lanes) {
    for (std::size_t i = 0; i < kPairs; ++i) f(i, a.lanes[i], b.constant);
  } else if (b.lanes) {
    for (std::size_t i = 0; i < kPairs; ++i) f(i, a.constant, b.lanes[i]);
  } else {
    for (std::size_t i = 0; i < kPairs; ++i) f(i, a.constant, b.constant);
  }
}

// Comparisons; all bits of an element are the same. Of what the compiler sees through it makes a question for each
// element where the machine does not compare whole numbers of 64 bits.
#ifdef __SSE2__
inline Bits below(Pair x, Pair y) { return std::bit_cast<Bits>(__builtin_ia32_cmpltpd(x, y)); }
inline Bits at_most(Pair x, Pair y) { return std::bit_cast<Bits>(__builtin_ia32_cmplepd(x, y)); }
inline Bits same(Pair x, Pair y) { return std::bit_cast<Bits>(__builtin_ia32_cmpeqpd(x, y)); }
#else
inline Bits below(Pair x, Pair y) { return x < y; }
inline Bits at_most(Pair x, Pair y) { return x <= y; }
inline Bits same(Pair x, Pair y) { return x == y; }
#endif
inline Pair both(double x) { return Pair{x, x}; }

inline Pair chosen(Bits mask, Pair yes, Pair no) {
  return std::bit_cast<Pair>((mask & std::bit_cast<Bits>(yes)) | (~mask & std::bit_cast<Bits>(no)));
}
inline Pair where(Bits mask, Pair yes) { return std::bit_cast<Pair>(mask & std::bit_cast<Bits>(yes)); }
inline Pair magnitude(Pair x) {
  constexpr auto kSign = std::numeric_limits<long>::max();
  return std::bit_cast<Pair>(std::bit_cast<Bits>(x) & Bits{kSign, kSign});
}
/// For |x| < 2^51.
inline Pair floored(Pair x) {
  constexpr double kShift = 6755399441055744;  // 1.5 * 2^52
  const Pair nearest = (x + kShift) - kShift;
  return nearest - where(below(x, nearest), both(1));
}
/// Further out than a rounded operation's error, by 4 units in the last place or more than the smallest number.
inline Pair down(Pair x) { return x - (magnitude(x) * 0x1p-51 + 0x1p-1000); }
inline Pair up(Pair x) { return x + (magnitude(x) * 0x1p-51 + 0x1p-1000); }

/// A bit for each of two.
inline std::uint64_t bits_of(Bits mask) {
#ifdef __SSE2__
  return static_cast<std::uint64_t>(__builtin_ia32_movmskpd(std::bit_cast<Pair>(mask)));
#else
  return static_cast<std::uint64_t>((mask[0] & 1) | (mask[1] & 2));
#endif
}

template <class F>
Mask compared(const Operand& a, const Operand& b, F f) {
  Mask mask;
  const auto words = [&](auto left, auto right) {
    for (std::size_t word = 0; word < kLanes / 64; ++word) {
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i < 32; ++i) bits |= bits_of(f(left(32 * word + i), right(32 * word + i))) << (2 * i);
      mask.word(word) = bits;
    }
  };
  const auto lanes = [](const Operand& x) { return [from = x.lanes](std::size_t i) { return from[i]; }; };
  const auto constant = [](const Operand& x) { return [it = x.constant](std::size_t) { return it; }; };
  if (a.lanes && b.lanes) words(lanes(a), lanes(b));
  if (a.lanes && !b.lanes) words(lanes(a), constant(b));
  if (!a.lanes && b.lanes) words(constant(a), lanes(b));
  if (!a.lanes && !b.lanes) words(constant(a), constant(b));
  return mask;
}

inline Pair* pairs(Doubles& doubles) { return reinterpret_cast<Pair*>(doubles.data()); }

/// Lanes of f(a, b), and whether all of them are below 2^53 in magnitude: a sum or product of integers that is more is
/// so when it is rounded, too.
template <class F>
bool exact_lanes(Doubles& out, const Operand& a, const Operand& b, F f) {
  out = Doubles::fresh();
  Pair* result = pairs(out);
  Bits within = {-1, -1};
  over(a, b, [&](std::size_t i, Pair x, Pair y) {
    const Pair z = f(x, y);
    result[i] = z;
    within &= below(magnitude(z), both(kMostExact));
  });
  return (within[0] & within[1]) != 0;
}

/// Exact lanes of f(a, b), which is exact where it is below 2^53: the lanes where it is more, leave.
template <class F>
Doubles exact_or_left(Running& running, const Operand& a, const Operand& b, F f) {
  Doubles out;
  if (exact_lanes(out, a, b, f)) return out;
  const Mask within = compared({out, 0}, {out, 0}, [](Pair x, Pair) { return below(magnitude(x), both(kMostExact)); });
  running.leave(running.active - within);
  return out;
}

template <class F>
Doubles plain_lanes(const Operand& a, const Operand& b, F f) {
  Doubles out = Doubles::fresh();
  Pair* result = pairs(out);
  over(a, b, [&](std::size_t i, Pair x, Pair y) { result[i] = f(x, y); });
  return out;
}

}  // namespace attest::verify::attack::lane_pairs
