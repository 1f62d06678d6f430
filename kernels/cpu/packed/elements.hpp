// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a packed matrix is made of: pairs of bfloat16 for the instructions that multiply pairs, or floats that 16-bit
// numbers were widened to. V is a vocabulary (kernels/cpu/simd) of sixteen floats.

#include <cstdint>
#include <cstring>

#include "kernels/cpu/simd/partial.hpp"
#include "kernels/formats.hpp"

namespace attest::kernels::packed {

constexpr std::int64_t lanes = 16;

/// Two adjacent bfloat16 of a row in one word, the first in the low half.
template <class V>
struct Pairs {
  using Vocabulary = V;
  using Input = BFloat16;
  using Type = std::uint16_t;
  using Register = typename V::Register;
  static constexpr std::int64_t group = 2;  ///< elements in a word
  static constexpr std::uint32_t sign = 0x80008000u;

  /// Up to 16 words of a row of `count` > 0 elements.
  [[gnu::always_inline]] static Register words(const Input* row, std::int64_t count) {
    if (count >= group * lanes) return V::load_words(row);
    Input some[group * lanes] = {};
    std::memcpy(some, row, static_cast<std::size_t>(count) * sizeof(Input));
    return V::load_words(some);
  }

  /// The words (upper[c], lower[c]) of 16 columns of two rows, of which `count` > 0 exist. lower may be null: zeros.
  [[gnu::always_inline]] static Register zip(const Input* upper, const Input* lower, std::int64_t count) {
    const Register below = lower != nullptr ? simd::load_part<V>(lower, count) : Register{};
    return V::upper_halves(simd::load_part<V>(upper, count), below);
  }

  /// 32 weights, rounded to nearest even.
  [[gnu::always_inline]] static void store(Type* to, Register a, Register b) { V::store_pairs(to, a, b); }
};

/// One number of a row, widened to a float.
template <class V, typename Format>
struct Widened {
  using Vocabulary = V;
  using Input = Format;
  using Type = float;
  using Register = typename V::Register;
  static constexpr std::int64_t group = 1;
  static constexpr std::uint32_t sign = 0x80000000u;

  [[gnu::always_inline]] static Register words(const Input* row, std::int64_t count) {
    return simd::load_part<V>(row, count);
  }
  [[gnu::always_inline]] static Register zip(const Input* row, const Input*, std::int64_t count) {
    return words(row, count);
  }
  [[gnu::always_inline]] static void store(Type* to, Register a, Register b) {
    V::store(to, a);
    V::store(to + lanes, b);
  }
};

}  // namespace attest::kernels::packed
