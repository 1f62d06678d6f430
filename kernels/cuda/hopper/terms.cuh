// SPDX-License-Identifier: Apache-2.0
// B and C where the scores lie: in the accumulator fragment of wgmma.cuh. A thread holds rows r and r + 8 and, of every
// 8 columns g, the pair 2c, 2c + 1. j - i of row r + 8 in columns g is that of row r in columns g - 1, so kKeys / 8 + 1
// pairs serve all kKeys / 2 scores of the thread.
#pragma once

#include "kernels/cuda/hopper/arguments.cuh"
#include "kernels/cuda/hopper/tile.cuh"

namespace attest::cuda::hopper {

struct alignas(8) Pair {
  float first, second;
};

/// Where a thread's rows lie: `row` in the tile, `query` in the head, `pair` = c.
struct Place {
  int row, query, pair;
};

/// apply(score, value) for each of the thread's scores of a tile, with the values of a slice in shared memory
/// (Tile::kSlice).
template <class Tile, class Apply>
__device__ __forceinline__ void with_relative(float (&scores)[Tile::kKeys / 2], const float* slice, const Place& place,
                                              const Apply& apply) {
  const int start = Tile::kQueries + 2 * place.pair - place.row;
  const float* pairs = start % 2 == 0 ? slice + start : slice + Tile::kShifted + start - 1;
  Pair lower = read_shared(reinterpret_cast<const Pair*>(pairs - 8));
#pragma unroll
  for (int g = 0; g < Tile::kKeys / 8; ++g) {
    const Pair upper = read_shared(reinterpret_cast<const Pair*>(pairs + 8 * g));
    apply(scores[4 * g], upper.first);
    apply(scores[4 * g + 1], upper.second);
    apply(scores[4 * g + 2], lower.first);
    apply(scores[4 * g + 3], lower.second);
    lower = upper;
  }
}

/// The same with the values of a dense matrix in global memory (B, C or a mask of bytes), 0 outside of it.
template <class Tile, class Value, class Apply>
__device__ __forceinline__ void with_dense(float (&scores)[Tile::kKeys / 2], const Arguments& arguments,
                                           const attest_tensor& matrix, const Work& work, int first_key,
                                           const Place& place, const Apply& apply) {
  const int first = first_key + 2 * place.pair;
#pragma unroll
  for (int upper = 0; upper < 2; ++upper) {
    const int query = place.query + 8 * upper;
    const Value* row = row_at<const Value>(matrix, work.batch, work.head, query) + first;
    const int columns = query < arguments.queries ? arguments.keys - first : 0;
#pragma unroll
    for (int g = 0; g < Tile::kKeys / 8; ++g) {
      apply(scores[4 * g + 2 * upper], 8 * g < columns ? row[8 * g] : Value(0));
      apply(scores[4 * g + 2 * upper + 1], 8 * g + 1 < columns ? row[8 * g + 1] : Value(0));
    }
  }
}

}  // namespace attest::cuda::hopper
