// SPDX-License-Identifier: Apache-2.0
#pragma once

// The products over tiles: 2 x 2 tiles of sums, so that each loaded tile is multiplied twice.

#include "kernels/cpu/packed/products.hpp"
#include "kernels/cpu/packed/tiles.hpp"

namespace attest::kernels::packed {
template <class V, typename Tiles>
struct TileProducts {
  using Elements = Pairs<V>;
  static constexpr std::int64_t row_unit = 32, panel_unit = 2;
  static constexpr std::int64_t tile_words = 16, width_unit = tile_words * Elements::group;

  struct Session {
    Session() { Tiles::configure(TileConfig{}); }
    ~Session() { Tiles::release(); }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
  };

  /// 32 rows times `panels` <= 2 panels; depth is a multiple of 16 words. Tiles 0 to 3 are the sums (upper left, upper
  /// right, lower left, lower right), 4 and 5 the upper and lower rows, 6 and 7 the panels.
  template <bool accumulate>
  static void block(const Product& p, std::int64_t panels) {
    constexpr std::int64_t word = sizeof(std::uint32_t), row_bytes = lanes * word;
    const std::int64_t left_row = p.left_row * word, sums_row = p.sums_row * word;
    const LeftWord* lower = p.left + tile_words * p.left_row;
    float* lower_sums = p.sums + tile_words * p.sums_row;
    const bool two = panels == 2;
    begin<0, accumulate>(p.sums, sums_row);
    begin<2, accumulate>(lower_sums, sums_row);
    if (two) {
      begin<1, accumulate>(p.sums + lanes, sums_row);
      begin<3, accumulate>(lower_sums + lanes, sums_row);
    }
    for (std::int64_t k = 0; k < p.depth; k += tile_words) {
      Tiles::template load<6>(p.right + k * lanes, row_bytes);
      Tiles::template load<4>(p.left + k, left_row);
      Tiles::template multiply<0, 4, 6>();
      Tiles::template load<5>(lower + k, left_row);
      Tiles::template multiply<2, 5, 6>();
      if (two) {
        Tiles::template load<7>(p.right + p.panel + k * lanes, row_bytes);
        Tiles::template multiply<1, 4, 7>();
        Tiles::template multiply<3, 5, 7>();
      }
    }
    Tiles::template store<0>(p.sums, sums_row);
    Tiles::template store<2>(lower_sums, sums_row);
    if (two) {
      Tiles::template store<1>(p.sums + lanes, sums_row);
      Tiles::template store<3>(lower_sums + lanes, sums_row);
    }
  }

 private:
  template <int tile, bool accumulate>
  [[gnu::always_inline]] static void begin(const float* sums, std::int64_t row) {
    if constexpr (accumulate)
      Tiles::template load<tile>(sums, row);
    else
      Tiles::template zero<tile>();
  }
};

}  // namespace attest::kernels::packed
