// SPDX-License-Identifier: Apache-2.0
#pragma once

// Matrix products in registers: a tile of rows times a packed panel, every element summed from the first term to the
// last.
#include "verify/judge/simd/lanes.hpp"

namespace attest::verify::judge::simd::ATTEST_SET {

template <int rows, class Vector, class Number>
ATTEST_INLINE void multiply_tile(const Number* a, std::int64_t a_stride, std::int64_t depth, const Number* b, Number* c,
                                 std::int64_t c_stride, bool add) {
  constexpr std::int64_t step = sizeof(Vector) / sizeof(Number);
  Vector sum[rows][vectors] = {};
  for (std::int64_t k = 0; k < depth; ++k) {
    Vector column[vectors];
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) column[v] = load<Vector>(b + k * vectors * step + v * step);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const Vector factor = all(a[r * a_stride + k]);
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) sum[r][v] = fused(factor, column[v], sum[r][v]);
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) {
      Number* to = c + r * c_stride + v * step;
      store(to, add ? load<Vector>(to) + sum[r][v] : sum[r][v]);
    }
}

template <class Vector, class Number>
static void multiply(const Number* a, std::int64_t a_stride, std::int64_t rows, std::int64_t depth, const Number* b,
                     std::int64_t panel_stride, std::int64_t columns, Number* c, std::int64_t c_stride, bool add) {
  constexpr std::int64_t panel = vectors * static_cast<std::int64_t>(sizeof(Vector) / sizeof(Number));
  for (std::int64_t p = 0; p * panel < columns; ++p) {
    const Number* from = b + p * panel_stride;
    Number* to = c + p * panel;
    std::int64_t r = 0;
    for (; r + tile_rows <= rows; r += tile_rows)
      multiply_tile<tile_rows, Vector>(a + r * a_stride, a_stride, depth, from, to + r * c_stride, c_stride, add);
    for (; r < rows; ++r)
      multiply_tile<1, Vector>(a + r * a_stride, a_stride, depth, from, to + r * c_stride, c_stride, add);
  }
}

}  // namespace attest::verify::judge::simd::ATTEST_SET
