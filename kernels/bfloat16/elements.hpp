// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a packed matrix is made of: pairs of bfloat16 for the instructions that multiply pairs, or floats that 16-bit
// numbers were widened to.

#include "kernels/bfloat16/vector.hpp"

namespace attest::kernels::bfloat16 {
namespace {

/// The input and output formats, as their bits. narrow rounds to nearest even.
struct Bfloat16 {
  [[gnu::always_inline]] static float widen(std::uint16_t bits) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
  }
  [[gnu::always_inline]] static Halves narrow(Floats x) {
    const Words bits = reinterpret_cast<Words>(x);
    const Words rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return __builtin_convertvector(x == x ? rounded : bits >> 16 | 0x40u, Halves);
  }
};
struct Binary16 {
  [[gnu::always_inline]] static float widen(std::uint16_t bits) {
    return static_cast<float>(__builtin_bit_cast(_Float16, bits));
  }
  [[gnu::always_inline]] static Halves narrow(Floats x) {
    Halves bits;
    for (std::int64_t i = 0; i < lanes; ++i) bits[i] = __builtin_bit_cast(std::uint16_t, static_cast<_Float16>(x[i]));
    return bits;
  }
};

/// Two adjacent bfloat16 of a row in one word, the first in the low half.
struct Pairs {
  using Input = std::uint16_t;
  using Type = std::uint16_t;
  static constexpr std::int64_t group = 2;  ///< elements in a word
  static constexpr std::uint32_t sign = 0x80008000u;

  /// Up to 16 words of a row of `count` > 0 elements.
  [[gnu::always_inline]] static Words words(const Input* row, std::int64_t count) {
    return count >= group * lanes ? load<Words>(row) : load_part<Words>(row, count);
  }

  /// The words (upper[c], lower[c]) of 16 columns of two rows, of which `count` > 0 exist. lower may be null: zeros.
  [[gnu::always_inline]] static Words zip(const Input* upper, const Input* lower, std::int64_t count) {
    const auto row = [count](const Input* from) {
      const Halves h = count >= lanes ? load<Halves>(from) : load_part<Halves>(from, count);
      return __builtin_convertvector(h, Words);
    };
    return lower != nullptr ? row(upper) | row(lower) << 16 : row(upper);
  }

  /// 32 weights, rounded to nearest even.
  [[gnu::always_inline]] static void store(Type* to, Floats a, Floats b) {
#ifdef __AVX512BF16__
    const __m512bh pairs = _mm512_cvtne2ps_pbh(b, a);
    std::memcpy(to, &pairs, sizeof pairs);
#else
    kernels::bfloat16::store(to, Bfloat16::narrow(a));
    kernels::bfloat16::store(to + lanes, Bfloat16::narrow(b));
#endif
  }
};

/// One number of a row, widened to a float.
template <typename Format>
struct Widened {
  using Input = std::uint16_t;
  using Type = float;
  static constexpr std::int64_t group = 1;
  static constexpr std::uint32_t sign = 0x80000000u;

  [[gnu::always_inline]] static Words words(const Input* row, std::int64_t count) {
    Floats wide{};
    if (count >= lanes)
      for (std::int64_t i = 0; i < lanes; ++i) wide[i] = Format::widen(row[i]);
    else
      for (std::int64_t i = 0; i < count; ++i) wide[i] = Format::widen(row[i]);
    return reinterpret_cast<Words>(wide);
  }
  [[gnu::always_inline]] static Words zip(const Input* row, const Input*, std::int64_t count) {
    return words(row, count);
  }
  [[gnu::always_inline]] static void store(Type* to, Floats a, Floats b) {
    kernels::bfloat16::store(to, a);
    kernels::bfloat16::store(to + lanes, b);
  }
};

}  // namespace
}  // namespace attest::kernels::bfloat16
