// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cpu/fused/tile.hpp"
#include "kernels/cpu/simd/transpose.hpp"

namespace attest::kernels::fused {

/// Copies of inputs, widened where an Element is of 16 bits, in the order in which tile.hpp reads them. A panel is
/// `panel_width` columns of a right operand, row by row.
template <class V>
constexpr int panel_width = Tile<V>::vectors* V::lanes;

template <class V>
constexpr std::int64_t panels(std::int64_t columns) {
  return (columns + panel_width<V> - 1) / panel_width<V>;
}

/// Asks for the cache lines of rows first..first+lanes-1 ahead of their use: the transposition reads a few lines of
/// many rows, a pattern that the hardware does not foresee.
template <class V, typename Element>
[[gnu::always_inline]] inline void prefetch_rows(const Element* from, std::int64_t row, std::int64_t first,
                                                 std::int64_t count, std::int64_t width) {
  constexpr std::int64_t line = 64 / sizeof(Element);
  const std::int64_t end = first + V::lanes < count ? first + V::lanes : count;
  for (std::int64_t i = first; i < end; ++i)
    for (std::int64_t c = 0; c < width; c += line) __builtin_prefetch(from + i * row + c);
}

/// to[c * to_row + i] = from[i * row + c] * scale for i < lanes, c < columns; 0 for the rows i >= present, which are
/// not read. Writes the first `kept` i only. The square stays in registers, which takes loops that the compiler can
/// unroll.
template <class V, int kept, typename Element>
inline void transpose_square(const Element* from, std::int64_t row, int present, int columns,
                             typename V::Register scale, typename V::Scalar* to, std::int64_t to_row) {
  typename V::Register square[V::lanes];
  if (present >= kept && columns == V::lanes) {
#pragma GCC unroll 16
    for (int i = 0; i < V::lanes; ++i) square[i] = i < kept ? V::load(from + i * row) * scale : typename V::Register{};
  } else {
    const typename V::Mask some = V::first(columns);
#pragma GCC unroll 16
    for (int i = 0; i < V::lanes; ++i)
      square[i] = i < present ? V::load(some, from + i * row) * scale : typename V::Register{};
  }
  simd::transpose<V>(square);
#pragma GCC unroll 16
  for (int i = 0; i < V::lanes; ++i) {
    if (i >= columns) break;
    if constexpr (kept == V::lanes) {
      V::store(to + i * to_row, square[i]);
    } else {
      V::store(V::first(kept), to + i * to_row, square[i]);
    }
  }
}

/// Rows i = 0..count-1, times scale, transposed, in panels of `panel` rows: to[(i / panel * width + c) * panel + i %
/// panel]. Rows that are missing in the last panel are 0.
template <class V, int panel, int part = 0, typename Element>
void pack_transposed(const Element* from, std::int64_t row, std::int64_t count, std::int64_t width,
                     typename V::Scalar scale, typename V::Scalar* to) {
  constexpr int lanes = V::lanes, kept = panel - part < lanes ? panel - part : lanes;
  const typename V::Register factor = V::set(scale);
  for (std::int64_t begin = 0; begin < count; begin += panel) {
    const std::int64_t first = begin + part;
    const int present = count - first < kept ? static_cast<int>(count - first) : kept;
    prefetch_rows<V>(from, row, first + panel, count, width);
    for (std::int64_t c = 0; c < width; c += lanes) {
      const int columns = width - c < lanes ? static_cast<int>(width - c) : lanes;
      transpose_square<V, kept>(from + first * row + c, row, present, columns, factor,
                                to + (begin * width + c * panel) + part, panel);
    }
  }
  if constexpr (part + lanes < panel) pack_transposed<V, panel, part + lanes>(from, row, count, width, scale, to);
}

/// Rows i = 0..count-1, times scale, `to_row` apart; then rows of 0 up to a multiple of `tile`.
template <class V, int tile>
void pack_rows(const typename V::Scalar* from, std::int64_t row, std::int64_t count, std::int64_t width,
               typename V::Scalar scale, typename V::Scalar* to, std::int64_t to_row) {
  const typename V::Register factor = V::set(scale);
  for (std::int64_t i = 0; i < (count + tile - 1) / tile * tile; ++i)
    for (std::int64_t c = 0; c < width; c += V::lanes) {
      const auto some = V::first(i >= count ? 0 : width - c < V::lanes ? static_cast<int>(width - c) : V::lanes);
      V::store(to + i * to_row + c, V::load(some, from + (i < count ? i * row + c : 0)) * factor);
    }
}

/// Values j = 0..count-1 in panels of panel_width columns: to[panel * panel_stride + j * panel_width + column]. Columns
/// that are missing in the last panel are 0.
template <class V, typename Element>
void pack_values(const Element* from, std::int64_t row, std::int64_t count, std::int64_t width,
                 std::int64_t panel_stride, typename V::Scalar* to) {
  constexpr int lanes = V::lanes;
  for (std::int64_t j = 0; j < count; ++j)
    for (std::int64_t c = 0; c < panels<V>(width) * panel_width<V>; c += lanes) {
      const int filled = width - c >= lanes ? lanes : width > c ? static_cast<int>(width - c) : 0;
      const typename V::Register x = filled == lanes ? V::load(from + j * row + c)
                                     : filled == 0   ? typename V::Register{}
                                                     : V::load(V::first(filled), from + j * row + c);
      V::store(to + c / panel_width<V> * panel_stride + j * panel_width<V> + c % panel_width<V>, x);
    }
}

}  // namespace attest::kernels::fused
