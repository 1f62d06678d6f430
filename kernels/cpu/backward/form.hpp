// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the products read: numbers of the sums' type, or words that are pairs of bfloat16. A depth is a number of words.

#include <cstdint>
#include <cstring>

#include "kernels/cpu/backward/products.hpp"
#include "kernels/cpu/simd/partial.hpp"
#include "kernels/formats.hpp"

namespace attest::kernels::backward {

/// Words that are numbers; inputs of 16 bits are widened. The scale is in the queries.
template <class V, typename Input>
struct Numbers {
  using Products = V;
  using Element = Input;
  using Scalar = typename V::Scalar;
  static constexpr std::int64_t group = 1;
  static constexpr bool scales_scores = false;

  /// A left operand in tiles, or a right one of transposed rows, in panels: `panel` rows each.
  template <int panel>
  static void pack_transposed(const Element* from, std::int64_t row, std::int64_t count, std::int64_t width,
                              Scalar scale, Scalar* to, Scalar*) {
    fused::pack_transposed<V, panel>(from, row, count, width, scale, to);
  }
  /// A right operand of rows, panels `panel` numbers apart.
  static void pack_rows(const Element* from, std::int64_t row, std::int64_t count, std::int64_t width,
                        std::int64_t panel, Scalar* to) {
    fused::pack_values<V>(from, row, count, width, panel, to);
  }
};

/// The vocabulary of products of pairs: fma adds two products.
template <class V>
struct PairProducts : V {
  using Register = typename V::Register;
  static Register fma(Register a, Register b, Register c) { return V::add_products_of_pairs(c, a, b); }
};

/// Words that are two bfloat16, the first in the low half: neighbours of a row where the depth runs along it, else two
/// rows' numbers. The scale comes behind the products.
template <class V>
struct Pairs {
  using Products = PairProducts<V>;
  using Element = BFloat16;
  using Scalar = float;
  using Register = typename V::Register;
  static constexpr std::int64_t group = 2;
  static constexpr bool scales_scores = true;

  /// stage: room for 128 bits more than `panel` rows of whole words.
  template <int panel>
  static void pack_transposed(const Element* from, std::int64_t row, std::int64_t count, std::int64_t width, Scalar,
                              Scalar* to, Scalar* stage) {
    const std::int64_t words = (width + 1) / 2;
    for (std::int64_t first = 0; first < count; first += panel) {
      const std::int64_t some = count - first < panel ? count - first : panel;
      for (std::int64_t i = 0; i < some; ++i) {
        stage[(i + 1) * words - 1] = 0;
        std::memcpy(stage + i * words, from + (first + i) * row, static_cast<std::size_t>(width) * sizeof(Element));
      }
      // Times 1 keeps a word's bits: the upper number is finite.
      fused::pack_transposed<V, panel>(static_cast<const float*>(stage), words, some, words, 1.0F, to + first * words);
    }
  }

  static void pack_rows(const Element* from, std::int64_t row, std::int64_t count, std::int64_t width,
                        std::int64_t panel, Scalar* to) {
    constexpr int lanes = V::lanes, wide = panel_width<V>;
    for (std::int64_t i = 0; i < count; i += 2)
      for (std::int64_t c = 0; c < panels<V>(width) * wide; c += lanes) {
        Register first{}, second{};
        if (c < width) first = simd::load_part<V>(from + i * row + c, width - c);
        if (c < width && i + 1 < count) second = simd::load_part<V>(from + (i + 1) * row + c, width - c);
        V::store(to + c / wide * panel + i / 2 * wide + c % wide, V::upper_halves(first, second));
      }
  }

  /// Two rows of `count` numbers (the second perhaps absent, then zeros) as words across them.
  static void zip(const float* first, const float* second, std::int64_t count, float* to) {
    for (std::int64_t j = 0; j < count; j += V::lanes)
      V::store(to + j, V::zip_pairs(V::load(first + j), second == nullptr ? Register{} : V::load(second + j)));
  }
  /// A row of numbers as words along it. Reads and writes up to a multiple of two registers.
  static void narrow(const float* from, std::int64_t count, float* to) {
    for (std::int64_t j = 0; j < count; j += 2 * V::lanes)
      V::store_pairs(reinterpret_cast<std::uint16_t*>(to + j / 2), V::load(from + j), V::load(from + j + V::lanes));
  }
};

}  // namespace attest::kernels::backward
