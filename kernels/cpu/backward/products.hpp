// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cpu/fused/pack.hpp"
#include "kernels/cpu/fused/tile.hpp"

namespace attest::kernels::backward {

using fused::panel_width;
using fused::panels;
using fused::Tile;

/// A left operand of `rows` x depth numbers as fused::multiply reads it: tiles of rows `row` numbers apart a row.
template <typename Scalar>
struct Left {
  const Scalar* data;
  std::int64_t rows, row;
};

/// A right operand of depth x `columns` numbers: panels, `panel` numbers apart.
template <typename Scalar>
struct Right {
  const Scalar* data;
  std::int64_t columns, panel;
};

template <int n>
struct Rows {
  static constexpr int rows = n;
};

/// Calls f with the least number of rows, a multiple of the step, that holds the live ones.
template <class V, class F>
[[gnu::always_inline]] inline void by_rows(std::int64_t live, F f) {
  constexpr int step = Tile<V>::step;
  if (live <= step) {
    f(Rows<step>{});
  } else if (live <= 2 * step) {
    f(Rows<2 * step>{});
  } else {
    f(Rows<Tile<V>::rows>{});
  }
}

/// sums = (or +=) left * right, row after row `sums_row` numbers apart. A panel stays in the first level of the cache
/// while all rows pass it. `plus`: fused::multiply's slices of a relative term, of row 0 and column 0.
template <class V, int row_step, int depth_step, bool accumulate, bool relative = false>
void product(std::int64_t depth, Left<typename V::Scalar> left, Right<typename V::Scalar> right,
             typename V::Scalar* sums, std::int64_t sums_row, const typename V::Scalar* plus = nullptr) {
  constexpr int rows = Tile<V>::rows, wide = panel_width<V>;
  for (std::int64_t panel = 0; panel < panels<V>(right.columns); ++panel)
    for (std::int64_t r = 0; r < left.rows; r += rows)
      by_rows<V>(left.rows - r, [&](auto tile) {
        fused::multiply<V, tile.rows, row_step, depth_step, accumulate, relative>(
            depth, left.data + r * left.row, right.data + panel * right.panel, sums + r * sums_row + panel * wide,
            sums_row, relative ? plus - r + panel * wide : nullptr);
      });
}

}  // namespace attest::kernels::backward
