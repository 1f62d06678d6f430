// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::kernels::x86 {

/// Copies of inputs in the order in which tile.hpp reads them. A panel is `panel_width` columns of a right operand, row
/// by row.
template <class V>
constexpr int panel_width = V::tile_vectors* V::lanes;

template <class V>
constexpr std::int64_t panels(std::int64_t columns) {
  return (columns + panel_width<V> - 1) / panel_width<V>;
}

/// Transposes lanes x lanes numbers in registers: log2(lanes) rounds of exchanges.
template <class V, int step = 1>
inline void transpose(typename V::Register (&rows)[V::lanes]) {
#pragma GCC unroll 16
  for (int i = 0; i < V::lanes; ++i)
    if ((i & step) == 0) V::template exchange<step>(rows[i], rows[i + step]);
  if constexpr (2 * step < V::lanes) transpose<V, 2 * step>(rows);
}

/// Queries i = 0..count-1, times scale, in tiles of tile_rows: to[(tile * width + c) * tile_rows + row]. Rows that are
/// missing in the last tile are 0.
template <class V>
void pack_queries(const typename V::Scalar* from, std::int64_t row, std::int64_t count, std::int64_t width,
                  typename V::Scalar scale, typename V::Scalar* to) {
  constexpr int rows = V::tile_rows;
  for (std::int64_t first = 0; first < count; first += rows, to += width * rows)
    for (int r = 0; r < rows; ++r) {
      const typename V::Scalar* query = from + (first + r) * row;
      for (std::int64_t c = 0; c < width; ++c) to[c * rows + r] = first + r < count ? query[c] * scale : 0;
    }
}

/// Keys j = 0..count-1, transposed, in panels of panel_width keys: to[(panel * width + c) * panel_width + key]. Keys
/// that are missing in the last panel are 0.
template <class V>
void pack_keys(const typename V::Scalar* from, std::int64_t row, std::int64_t count, std::int64_t width,
               typename V::Scalar* to) {
  constexpr int lanes = V::lanes;
  for (std::int64_t first = 0; first < panels<V>(count) * panel_width<V>; first += lanes) {
    typename V::Scalar* column = to + first / panel_width<V> * panel_width<V> * width + first % panel_width<V>;
    for (std::int64_t c = 0; c < width; c += lanes) {
      const int filled = width - c < lanes ? static_cast<int>(width - c) : lanes;
      typename V::Register square[lanes];
      for (int i = 0; i < lanes; ++i)
        square[i] = first + i >= count ? V::zero()
                    : filled == lanes  ? V::load(from + (first + i) * row + c)
                                       : V::load(V::first(filled), from + (first + i) * row + c);
      transpose<V>(square);
      for (int i = 0; i < filled; ++i) V::store(column + (c + i) * panel_width<V>, square[i]);
    }
  }
}

/// Values j = 0..count-1 in panels of panel_width columns: to[panel * panel_stride + j * panel_width + column]. Columns
/// that are missing in the last panel are 0.
template <class V>
void pack_values(const typename V::Scalar* from, std::int64_t row, std::int64_t count, std::int64_t width,
                 std::int64_t panel_stride, typename V::Scalar* to) {
  constexpr int lanes = V::lanes;
  for (std::int64_t j = 0; j < count; ++j)
    for (std::int64_t c = 0; c < panels<V>(width) * panel_width<V>; c += lanes) {
      const int filled = width - c >= lanes ? lanes : width > c ? static_cast<int>(width - c) : 0;
      const typename V::Register x = filled == lanes ? V::load(from + j * row + c)
                                     : filled == 0   ? V::zero()
                                                     : V::load(V::first(filled), from + j * row + c);
      V::store(to + c / panel_width<V> * panel_stride + j * panel_width<V> + c % panel_width<V>, x);
    }
}

}  // namespace attest::kernels::x86
