// SPDX-License-Identifier: Apache-2.0
#pragma once

// The products over vector registers: blocks of `rows` x 16 `panels` sums, each row's word broadcast.

#include "kernels/bfloat16/elements.hpp"

namespace attest::kernels::bfloat16 {
namespace {

/// A word of a row of elements.
using LeftWord [[gnu::may_alias]] = std::uint32_t;

/// A left operand: rows of words; a right one: panels of words, the panels `panel` words apart.
struct Product {
  const LeftWord* left;
  std::int64_t left_row;  ///< words
  const std::uint32_t* right;
  std::int64_t panel;
  std::int64_t depth;  ///< words
  float* sums;
  std::int64_t sums_row;
};

#ifdef __AVX512BF16__
/// sum + upper(a) upper(b), then + lower(a) lower(b), each rounded once, subnormal numbers taken and given as 0.
struct PairStep {
  [[gnu::always_inline]] static Floats add(Floats sum, std::uint32_t left, Words right) {
    const __m512i a = _mm512_set1_epi32(static_cast<int>(left));
    return _mm512_dpbf16_ps(sum, (__m512bh)a, (__m512bh)right);
  }
};
#endif

/// sum + a b, rounded once.
struct WideStep {
  [[gnu::always_inline]] static Floats add(Floats sum, std::uint32_t left, Words right) {
    return multiply_add(broadcast(__builtin_bit_cast(float, left)), reinterpret_cast<Floats>(right), sum);
  }
};

template <typename ElementType, typename Step, int rows, int most_panels>
struct RegisterProducts {
  using Elements = ElementType;
  static constexpr std::int64_t row_unit = rows, panel_unit = most_panels;
  static constexpr std::int64_t width_unit = Elements::group;

  /// `accumulate`: onto the sums that are there.
  template <int panels, bool accumulate>
  static void block_of(const Product& p) {
    Floats sums[rows][panels];
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < panels; ++j)
        sums[i][j] = accumulate ? load<Floats>(p.sums + i * p.sums_row + j * lanes) : Floats{};
    for (std::int64_t k = 0; k < p.depth; ++k) {
      Words right[panels];
      for (int j = 0; j < panels; ++j) right[j] = load<Words>(p.right + j * p.panel + k * lanes);
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < panels; ++j) sums[i][j] = Step::add(sums[i][j], p.left[i * p.left_row + k], right[j]);
    }
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < panels; ++j) store(p.sums + i * p.sums_row + j * lanes, sums[i][j]);
  }

  /// row_unit rows times `panels` <= panel_unit panels.
  template <bool accumulate>
  static void block(const Product& p, std::int64_t panels) {
    static_assert(most_panels <= 4);
    switch (panels) {
      case 4:
        if constexpr (most_panels >= 4) return block_of<4, accumulate>(p);
        break;
      case 3:
        if constexpr (most_panels >= 3) return block_of<3, accumulate>(p);
        break;
      case 2:
        return block_of<2, accumulate>(p);
      default:
        return block_of<1, accumulate>(p);
    }
  }

  /// Registers that must be set up before and given back after.
  struct Session {
    Session() {}
  };
};

}  // namespace
}  // namespace attest::kernels::bfloat16
