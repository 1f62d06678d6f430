// SPDX-License-Identifier: Apache-2.0
#pragma once

// The vocabulary of kernels/cpu/simd in plain C++, a number at a time: what every operation means. The code of the
// 16-bit kernels runs over sixteen of them on any machine.

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/cpu/simd/joined.hpp"
#include "kernels/formats.hpp"

namespace attest::test {

struct OneLane {
  using Scalar = float;
  using Register = float;
  using Mask = bool;
  static constexpr int lanes = 1, registers = 256;

  static Register set(float x) { return x; }
  template <typename Element>
  static Register load(const Element* p) {
    return kernels::to_accumulator(*p);
  }
  template <typename Element>
  static Register load(Mask m, const Element* p) {
    return m ? load(p) : 0;
  }
  template <typename Element>
  static void store(Element* p, Register x) {
    *p = kernels::round_from<Element>(x);
  }
  template <typename Element>
  static void store(Mask m, Element* p, Register x) {
    if (m) store(p, x);
  }

  static Mask first(int n) { return n > 0; }
  static Mask nonzero(const std::uint8_t* p, int n) { return n > 0 && *p != 0; }
  static Mask equal(Register a, Register b) { return a == b; }
  static Mask greater(Register a, Register b) { return a > b; }
  static Mask both(Mask a, Mask b) { return a && b; }
  static unsigned bits(Mask m) { return m ? 1 : 0; }
  static Register select(Mask m, Register yes, Register no) { return m ? yes : no; }

  static Register max(Register a, Register b) { return a > b ? a : b; }
  static Register fma(Register a, Register b, Register c) { return std::fma(a, b, c); }
  static Register round(Register t) { return std::nearbyint(t); }
  static Register scale_by_power(Register p, Register n) { return std::ldexp(p, static_cast<int>(n)); }
  static float sum(Register x) { return x; }
  static float greatest(Register x) { return x; }

  static Register load_words(const void* p) {
    float x;
    std::memcpy(&x, p, sizeof x);
    return x;
  }
  static Register set_bits(std::uint32_t word) { return std::bit_cast<float>(word); }
  static Register bit_and(Register a, Register b) { return set_bits(word(a) & word(b)); }
  static Register bit_xor(Register a, Register b) { return set_bits(word(a) ^ word(b)); }
  static Register upper_halves(Register a, Register b) { return set_bits(word(a) >> 16 | (word(b) & 0xffff0000u)); }
  static Register add_to_exponent(Register p, Register t) { return set_bits(word(p) + (word(t) << 23)); }

  static std::uint32_t word(Register x) { return std::bit_cast<std::uint32_t>(x); }
};

/// Sixteen, with the stores of pairs that the tile kernel needs.
struct SixteenLanes : kernels::simd::Joined<OneLane, 16> {
  static void store_pairs(std::uint16_t* p, Register a, Register b) {
    for (int i = 0; i < 16; ++i) {
      p[i] = kernels::round_from<kernels::BFloat16>(a.part[i]).bits;
      p[16 + i] = kernels::round_from<kernels::BFloat16>(b.part[i]).bits;
    }
  }
};

}  // namespace attest::test
