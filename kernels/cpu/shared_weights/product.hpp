// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cpu/simd/partial.hpp"

namespace attest::kernels::shared_weights {

/// The register tile: tile_rows x tile_vectors accumulators, one broadcast factor and tile_vectors vectors fit 32
/// registers (14 x 2) or 16 (6 x 2), and hide the latency of their fused multiply-adds.
template <class V>
inline constexpr std::int64_t tile_rows = V::registers >= 32 ? 14 : 6;
inline constexpr std::int64_t tile_vectors = 2;
template <class V>
inline constexpr std::int64_t tile_columns = tile_vectors* V::lanes;
/// Terms that a tile sums before the next tile's turn: the panel of the right factor stays in the second cache.
inline constexpr std::int64_t block_depth = 256;

/// A right factor of `depth` rows and at most tile_columns columns, each row contiguous and readable to its full tile.
template <typename T>
struct Panel {
  const T* data;
  std::int64_t row;
};

/// Where products read and write: row by row, batch by batch; strides in elements.
template <typename T>
struct Matrices {
  T* data;
  std::int64_t batch, row;
};

/// tile (Rows x Vectors registers) = left (Rows x depth) times panel, stored, or added to what is there.
template <class V, int Rows, int Vectors, typename T = typename V::Scalar>
inline void multiply_tile(const T* left, std::int64_t left_row, Panel<T> panel, std::int64_t depth, T* out,
                          std::int64_t out_row, bool add) {
  using Register = typename V::Register;
  Register sum[Rows][Vectors];
#pragma GCC unroll 32
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 32
    for (int v = 0; v < Vectors; ++v) sum[r][v] = Register{};
  for (std::int64_t k = 0; k < depth; ++k) {
    Register right[Vectors];
#pragma GCC unroll 32
    for (int v = 0; v < Vectors; ++v) right[v] = V::load(panel.data + k * panel.row + v * V::lanes);
#pragma GCC unroll 32
    for (int r = 0; r < Rows; ++r) {
      const Register factor = V::set(left[r * left_row + k]);
#pragma GCC unroll 32
      for (int v = 0; v < Vectors; ++v) sum[r][v] = V::fma(factor, right[v], sum[r][v]);
    }
  }
#pragma GCC unroll 32
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 32
    for (int v = 0; v < Vectors; ++v) {
      T* to = out + r * out_row + v * V::lanes;
      V::store(to, add ? V::load(to) + sum[r][v] : sum[r][v]);
    }
}

/// All rows against one panel: tiles of tile_rows<V>, then of 8, 4, 2, 1 rows for what is left.
template <class V, int Vectors, int Rows = tile_rows<V>, typename T = typename V::Scalar>
inline void multiply_panel(const T* left, std::int64_t left_row, std::int64_t rows, Panel<T> panel, std::int64_t depth,
                           T* out, std::int64_t out_row, bool add) {
  for (; rows >= Rows; rows -= Rows, left += Rows * left_row, out += Rows * out_row)
    multiply_tile<V, Rows, Vectors>(left, left_row, panel, depth, out, out_row, add);
  if constexpr (Rows > 1)
    multiply_panel<V, Vectors,
                   (Rows > 8   ? 8
                    : Rows > 4 ? 4
                               : Rows / 2)>(left, left_row, rows, panel, depth, out, out_row, add);
}

/// Numbers of scratch that product needs, for rows <= `rows`: a packed panel and the tiles of columns that end inside a
/// register.
template <class V>
constexpr std::int64_t product_scratch(std::int64_t rows) {
  return (block_depth + rows) * tile_columns<V>;
}

/// out[b, i, c] = sum_k left[i, k] * right(b, k, c), for rows x depth times depth x columns in each of `batches`.
/// `right.panel(batch, first, count, column, columns, buffer)` gives the panel of `count` terms from `first` and of
/// tile_columns columns from `column`, of which `columns` exist; it may pack them into the buffer.
/// Sums run over blocks of block_depth terms, inside a block in order, whatever rows, columns and batches are: each
/// element's bits depend on its own row and column alone. depth = 0 writes zeros.
template <class V, typename Right, typename T = typename V::Scalar>
void product(const T* left, std::int64_t left_row, std::int64_t rows, std::int64_t depth, const Right& right,
             std::int64_t batches, std::int64_t columns, Matrices<T> out, T* scratch) {
  T* const packed = scratch;
  T* const tiles = scratch + block_depth * tile_columns<V>;
  for (std::int64_t first = 0; first == 0 || first < depth; first += block_depth) {
    const std::int64_t count = depth - first < block_depth ? depth - first : block_depth;
    for (std::int64_t b = 0; b < batches; ++b)
      for (std::int64_t c = 0; c < columns; c += tile_columns<V>) {
        const std::int64_t width = columns - c < tile_columns<V> ? columns - c : tile_columns<V>;
        const Panel<T> panel = right.panel(b, first, count, c, width, packed);
        T* to = out.data + b * out.batch + c;
        if (width == tile_columns<V>) {
          multiply_panel<V, tile_vectors>(left + first, left_row, rows, panel, count, to, out.row, first > 0);
          continue;
        }
        if (width > V::lanes)
          multiply_panel<V, tile_vectors>(left + first, left_row, rows, panel, count, tiles, tile_columns<V>, false);
        else
          multiply_panel<V, 1>(left + first, left_row, rows, panel, count, tiles, tile_columns<V>, false);
        for (std::int64_t i = 0; i < rows; ++i)
          for (std::int64_t w = 0; w < width; ++w) {
            const T sum = tiles[i * tile_columns<V> + w];
            T& element = to[i * out.row + w];
            element = first > 0 ? element + sum : sum;
          }
      }
  }
}

/// Row stride of a left factor of `depth` columns: whole lines of 64 bytes, an odd number of them, so that the rows of
/// a tile do not compete for the same places of the first cache.
template <class V>
constexpr std::int64_t left_row_stride(std::int64_t depth) {
  constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(typename V::Scalar));
  return ((depth + line - 1) / line | 1) * line;
}

/// Rows that lie in memory one after another, and the columns within them, as V: read in place unless the columns end
/// inside the panel or rows are so far apart that each would take a page's entry for two lines.
template <class V>
struct StoredRows {
  using T = typename V::Scalar;
  Matrices<const T> source;

  Panel<T> panel(std::int64_t batch, std::int64_t first, std::int64_t count, std::int64_t column, std::int64_t columns,
                 T* buffer) const {
    constexpr std::int64_t near = 1024 / static_cast<std::int64_t>(sizeof(T));
    const T* data = source.data + batch * source.batch + first * source.row + column;
    if (columns == tile_columns<V> && source.row <= near && source.row >= -near) return {data, source.row};
    for (std::int64_t k = 0; k < count; ++k)
      for (std::int64_t c = 0; c < tile_columns<V>; c += V::lanes)
        V::store(buffer + k * tile_columns<V> + c, simd::load_part<V>(data + k * source.row + c, columns - c));
    return {buffer, tile_columns<V>};
  }
};

/// The transpose of stored rows, as K: always packed.
template <class V>
struct TransposedRows {
  using T = typename V::Scalar;
  Matrices<const T> source;

  Panel<T> panel(std::int64_t batch, std::int64_t first, std::int64_t count, std::int64_t column, std::int64_t columns,
                 T* buffer) const {
    for (std::int64_t k = 0; k < count; ++k)
      for (std::int64_t c = 0; c < tile_columns<V>; ++c)
        buffer[k * tile_columns<V> + c] =
            c < columns ? source.data[batch * source.batch + (column + c) * source.row + first + k] : T{0};
    return {buffer, tile_columns<V>};
  }
};

}  // namespace attest::kernels::shared_weights
