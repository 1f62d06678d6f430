// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::kernels::fused {

/// The sums that are in registers at a time: 24 of 32 registers, or 12 of 16, the others for a row of the panel and the
/// broadcast number. Rows are computed in multiples of `step`.
template <class V>
struct Tile {
  static constexpr int rows = V::registers >= 32 ? 12 : 6, vectors = 2, step = V::registers >= 32 ? 4 : 2;
};

template <int n>
struct Rows {
  static constexpr int rows = n;
};

/// Calls f with the least number of rows, a multiple of the step, that holds the live ones.
template <class V, class F>
void by_rows(int live, F f) {
  constexpr int step = Tile<V>::step;
  if (live <= step) {
    f(Rows<step>{});
  } else if (live <= 2 * step) {
    f(Rows<2 * step>{});
  } else {
    f(Rows<Tile<V>::rows>{});
  }
}

/// Where element (r, k) of a left operand lies: at r * row_step + k * depth_step.
template <int row, int depth>
struct Layout {
  static constexpr int row_step = row, depth_step = depth;
};

template <class V, int rows>
using Sums = typename V::Register[rows][Tile<V>::vectors];

/// sum += left[rows][depth] * panel[depth][vectors * lanes]: the one loop in which both products of attention spend
/// their time. Element (r, k) of `left` lies at left[r * row_step + k * depth_step]; the sums stay in registers over
/// the whole depth, each in the order k = 0, 1, ... . Rows of the panel are `panel_row` apart.
template <class V, int rows, int row_step, int depth_step>
[[gnu::always_inline]] inline void add_products(std::int64_t depth, const typename V::Scalar* __restrict left,
                                                const typename V::Scalar* __restrict panel, std::int64_t panel_row,
                                                Sums<V, rows>& sum) {
  using Register = typename V::Register;
  constexpr int vectors = Tile<V>::vectors;
  // A panel comes from the second level of the cache, some rows ahead of its use.
  const typename V::Scalar* next = panel + 16 * panel_row;
#pragma GCC unroll 1
  for (std::int64_t k = 0; k < depth; ++k) {
    Register column[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      column[v] = V::load(panel + v * V::lanes);
      __builtin_prefetch(next + v * V::lanes);
    }
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) {
      const Register x = V::set(left[r * row_step]);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) sum[r][v] = V::fma(x, column[v], sum[r][v]);
    }
    left += depth_step;
    panel += panel_row;
    next += panel_row;
  }
}

/// sums[rows][vectors * lanes] = (or +=) left * panel, as add_products() says. If `relative`, row r of the finished
/// sums has the numbers from plus - r on added: a row further down, the slice of a relative term begins one earlier.
template <class V, int rows, int row_step, int depth_step, bool accumulate, bool relative>
void multiply(std::int64_t depth, const typename V::Scalar* __restrict left, const typename V::Scalar* __restrict panel,
              typename V::Scalar* __restrict sums, std::int64_t sums_stride, const typename V::Scalar* __restrict plus,
              std::int64_t panel_row = Tile<V>::vectors * V::lanes) {
  using Register = typename V::Register;
  constexpr int vectors = Tile<V>::vectors;
  Sums<V, rows> sum;
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      sum[r][v] = accumulate ? V::load(sums + r * sums_stride + v * V::lanes) : Register{};
  add_products<V, rows, row_step, depth_step>(depth, left, panel, panel_row, sum);
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      if constexpr (relative) sum[r][v] += V::load(plus - r + v * V::lanes);
      V::store(sums + r * sums_stride + v * V::lanes, sum[r][v]);
    }
}

/// The same for scores, and in tops[rows][lanes] the greatest of each row, lane by lane, of this panel and of those
/// before it (`first`: there are none).
template <class V, int rows, int row_step, int depth_step, bool relative>
void multiply_and_compare(bool first, std::int64_t depth, const typename V::Scalar* __restrict left,
                          const typename V::Scalar* __restrict panel, typename V::Scalar* __restrict sums,
                          std::int64_t sums_stride, const typename V::Scalar* __restrict plus,
                          typename V::Scalar* __restrict tops) {
  using Register = typename V::Register;
  constexpr int vectors = Tile<V>::vectors;
  Sums<V, rows> sum;
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) sum[r][v] = Register{};
  add_products<V, rows, row_step, depth_step>(depth, left, panel, vectors * V::lanes, sum);
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      if constexpr (relative) sum[r][v] += V::load(plus - r + v * V::lanes);
      V::store(sums + r * sums_stride + v * V::lanes, sum[r][v]);
    }
#pragma GCC unroll 4
    for (int v = 1; v < vectors; ++v) sum[r][0] = V::max(sum[r][0], sum[r][v]);
    if (!first) sum[r][0] = V::max(sum[r][0], V::load(tops + r * V::lanes));
    V::store(tops + r * V::lanes, sum[r][0]);
  }
}

}  // namespace attest::kernels::fused
