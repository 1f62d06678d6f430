// SPDX-License-Identifier: Apache-2.0
#pragma once

// The products over vector registers: blocks of `rows` x 16 `panels` sums, each row's word broadcast.

#include "kernels/cpu/packed/elements.hpp"

namespace attest::kernels::packed {
/// A word of a row of elements.
using LeftWord [[gnu::may_alias]] = std::uint32_t;

/// A left operand: rows of words; a right one: panels of words, the panels `panel` words apart.
struct Product {
  const LeftWord* left;
  std::int64_t left_row;  ///< words
  const float* right;     ///< words
  std::int64_t panel;
  std::int64_t depth;  ///< words
  float* sums;
  std::int64_t sums_row;
};

/// sum + the products of the pairs of two words.
template <class V>
struct PairStep {
  using Register = typename V::Register;
  [[gnu::always_inline]] static Register add(Register sum, std::uint32_t left, Register right) {
    return V::add_products_of_pairs(sum, V::set_bits(left), right);
  }
};

/// sum + a b, rounded once.
template <class V>
struct WideStep {
  using Register = typename V::Register;
  [[gnu::always_inline]] static Register add(Register sum, std::uint32_t left, Register right) {
    return V::fma(V::set(__builtin_bit_cast(float, left)), right, sum);
  }
};

template <typename ElementType, typename Step, int rows, int most_panels>
struct RegisterProducts {
  using Elements = ElementType;
  using V = typename Elements::Vocabulary;
  using Register = typename V::Register;
  static constexpr std::int64_t row_unit = rows, panel_unit = most_panels;
  static constexpr std::int64_t width_unit = Elements::group;

  /// `accumulate`: onto the sums that are there.
  template <int panels, bool accumulate>
  static void block_of(const Product& p) {
    Register sums[rows][panels];
#pragma GCC unroll 16
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 16
      for (int j = 0; j < panels; ++j)
        sums[i][j] = accumulate ? V::load(p.sums + i * p.sums_row + j * lanes) : Register{};
    for (std::int64_t k = 0; k < p.depth; ++k) {
      Register right[panels];
#pragma GCC unroll 16
      for (int j = 0; j < panels; ++j) right[j] = V::load(p.right + j * p.panel + k * lanes);
#pragma GCC unroll 16
      for (int i = 0; i < rows; ++i)
#pragma GCC unroll 16
        for (int j = 0; j < panels; ++j) sums[i][j] = Step::add(sums[i][j], p.left[i * p.left_row + k], right[j]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 16
      for (int j = 0; j < panels; ++j) V::store(p.sums + i * p.sums_row + j * lanes, sums[i][j]);
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

}  // namespace attest::kernels::packed
