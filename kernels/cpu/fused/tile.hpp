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

/// sums[rows][vectors * lanes] = (or +=) left[rows][depth] * panel[depth][vectors * lanes]: the one loop in
/// which both products of attention spend their time. Element (r, k) of `left` lies at left[r * row_step + k *
/// depth_step]; the sums stay in registers over the whole depth, each in the order k = 0, 1, ... . If `relative`, row r
/// of the finished sums has the numbers from plus - r on added: a row further down, the slice of a relative term begins
/// one earlier.
template <class V, int rows, int row_step, int depth_step, bool accumulate, bool relative>
void multiply(std::int64_t depth, const typename V::Scalar* __restrict left, const typename V::Scalar* __restrict panel,
              typename V::Scalar* __restrict sums, std::int64_t sums_stride,
              const typename V::Scalar* __restrict plus) {
  using Register = typename V::Register;
  constexpr int vectors = Tile<V>::vectors;
  Register sum[rows][vectors];
#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      sum[r][v] = accumulate ? V::load(sums + r * sums_stride + v * V::lanes) : Register{};

  for (std::int64_t k = 0; k < depth; ++k) {
    Register column[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) column[v] = V::load(panel + v * V::lanes);
#pragma GCC unroll 16
    for (int r = 0; r < rows; ++r) {
      const Register x = V::set(left[r * row_step]);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) sum[r][v] = V::fma(x, column[v], sum[r][v]);
    }
    left += depth_step;
    panel += vectors * V::lanes;
  }

#pragma GCC unroll 16
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      if constexpr (relative) sum[r][v] += V::load(plus - r + v * V::lanes);
      V::store(sums + r * sums_stride + v * V::lanes, sum[r][v]);
    }
}

}  // namespace attest::kernels::fused
