// SPDX-License-Identifier: Apache-2.0
#pragma once

// The products over vector registers: blocks of `rows` x 16 `panels` sums, each row's word broadcast.

#include <type_traits>

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

/// What becomes of scores before they are stored, and where the greatest of each row goes, lane by lane.
struct Scores {
  const float* bias;  ///< of the first row and column; null: scores stay as they are
  std::int64_t bias_row;
  float scale;        ///< beside a bias: scale * score + bias
  std::int64_t live;  ///< rows that exist; those behind them read the last one's bias
  float* tops;        ///< [rows][lanes]
  bool first;         ///< nothing is in `tops` yet
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

  template <int panels>
  [[gnu::always_inline]] static void add_products(const Product& p, Register (&sums)[rows][panels]) {
    for (std::int64_t k = 0; k < p.depth; ++k) {
      Register right[panels];
#pragma GCC unroll 16
      for (int j = 0; j < panels; ++j) right[j] = V::load(p.right + j * p.panel + k * lanes);
#pragma GCC unroll 16
      for (int i = 0; i < rows; ++i)
#pragma GCC unroll 16
        for (int j = 0; j < panels; ++j) sums[i][j] = Step::add(sums[i][j], p.left[i * p.left_row + k], right[j]);
    }
  }

  /// `accumulate`: onto the sums that are there.
  template <int panels, bool accumulate>
  static void block_of(const Product& p) {
    Register sums[rows][panels];
#pragma GCC unroll 16
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 16
      for (int j = 0; j < panels; ++j)
        sums[i][j] = accumulate ? V::load(p.sums + i * p.sums_row + j * lanes) : Register{};
    add_products<panels>(p, sums);
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

  template <int panels, bool biased>
  static void scores_of(const Product& p, const Scores& to) {
    Register sums[rows][panels] = {};
    add_products<panels>(p, sums);
    const Register scale = V::set(to.scale);
#pragma GCC unroll 16
    for (int i = 0; i < rows; ++i) {
      const float* const bias = biased ? to.bias + (i < to.live ? i : to.live - 1) * to.bias_row : nullptr;
#pragma GCC unroll 16
      for (int j = 0; j < panels; ++j) {
        if constexpr (biased) sums[i][j] = V::fma(sums[i][j], scale, V::load(bias + j * lanes));
        V::store(p.sums + i * p.sums_row + j * lanes, sums[i][j]);
      }
#pragma GCC unroll 16
      for (int j = 1; j < panels; ++j) sums[i][0] = V::max(sums[i][0], sums[i][j]);
      V::store(to.tops + i * lanes, to.first ? sums[i][0] : V::max(sums[i][0], V::load(to.tops + i * lanes)));
    }
  }

  /// The scores of row_unit rows and `panels` <= panel_unit panels of keys, all of which all rows see.
  static void scores(const Product& p, std::int64_t panels, const Scores& to) {
    const auto of = [&](auto width) {
      to.bias != nullptr ? scores_of<decltype(width)::value, true>(p, to)
                         : scores_of<decltype(width)::value, false>(p, to);
    };
    switch (panels) {
      case 4:
        if constexpr (most_panels >= 4) return of(std::integral_constant<int, 4>{});
        break;
      case 3:
        if constexpr (most_panels >= 3) return of(std::integral_constant<int, 3>{});
        break;
      case 2:
        return of(std::integral_constant<int, 2>{});
      default:
        return of(std::integral_constant<int, 1>{});
    }
  }

  /// Registers that must be set up before and given back after.
  struct Session {
    Session() {}
  };
};

}  // namespace attest::kernels::packed
