// SPDX-License-Identifier: Apache-2.0
// From the products of a tile to dS and the weights, in the accumulators.
#pragma once

#include "kernels/cuda/hopper/gradient_tile.cuh"
#include "kernels/cuda/hopper/softmax.cuh"
#include "kernels/cuda/hopper/terms.cuh"

namespace attest::cuda::hopper {

/// The log-sum-exp and delta that a thread's elements need: of its two rows, where rows are queries; else they lie in
/// shared memory by columns.
struct RowNumbers {
  float log_sum_exp[2], delta[2];
};

/// Hides the columns before `first`.
template <class Tile>
__device__ __forceinline__ void hide_before(float (&scores)[Tile::kKeys / 2], int upper, int first) {
#pragma unroll
  for (int g = 0; g < Tile::kKeys / 8; ++g) {
    if (8 * g < first) scores[4 * g + 2 * upper] = -INFINITY;
    if (8 * g + 1 < first) scores[4 * g + 2 * upper + 1] = -INFINITY;
  }
}

/// Hidden elements become -infinity. Columns beyond the last query need not: their log-sum-exp is infinite.
template <class Tile>
__device__ __forceinline__ void hide_tile(const GradientArguments& arguments, const Place& place, int first_row,
                                          int first_column, float (&scores)[Tile::kKeys / 2]) {
  const int group_row = first_row + place.row / 64 * 64, first = first_column + 2 * place.pair;
  if constexpr (Tile::kByKey) {
    // The last row of the warp group is seen by the fewest.
    if (first_column >= first_query_of(arguments, group_row + 63)) return;
#pragma unroll
    for (int upper = 0; upper < 2; ++upper)
      hide_before<Tile>(scores, upper, first_query_of(arguments, place.query + 8 * upper) - first);
  } else {
    if (first_column + Tile::kKeys <= visible_keys(arguments, group_row)) return;
#pragma unroll
    for (int upper = 0; upper < 2; ++upper)
      hide<Tile>(scores, upper, visible_keys(arguments, place.query + 8 * upper) - first);
  }
}

/// apply(element, log-sum-exp, delta) for each number of the tile.
template <class Tile, class Apply>
__device__ __forceinline__ void with_numbers(const GradientStage<Tile>& stage, const Place& place,
                                             const RowNumbers& rows, const Apply& apply) {
#pragma unroll
  for (int g = 0; g < Tile::kKeys / 8; ++g) {
    Pair sums = {0, 0}, deltas = {0, 0};
    if constexpr (Tile::kByKey) {
      sums = read_shared(reinterpret_cast<const Pair*>(stage.log_sum_exp + 8 * g + 2 * place.pair));
      deltas = read_shared(reinterpret_cast<const Pair*>(stage.delta + 8 * g + 2 * place.pair));
    }
#pragma unroll
    for (int upper = 0; upper < 2; ++upper) {
      apply(4 * g + 2 * upper, Tile::kByKey ? sums.first : rows.log_sum_exp[upper],
            Tile::kByKey ? deltas.first : rows.delta[upper]);
      apply(4 * g + 2 * upper + 1, Tile::kByKey ? sums.second : rows.log_sum_exp[upper],
            Tile::kByKey ? deltas.second : rows.delta[upper]);
    }
  }
}

/// From S (without scale) and D: scores becomes A C, products dS = A (C D - delta).
template <class Tile>
__device__ __forceinline__ void weigh_gradients(const GradientArguments& arguments, const GradientStage<Tile>& stage,
                                                const Place& place, const RowNumbers& rows, int first_row,
                                                int first_column, float (&scores)[Tile::kKeys / 2],
                                                float (&products)[Tile::kKeys / 2]) {
  const float scale = arguments.scale;
  if constexpr (Tile::kBias) {
    with_relative<Tile>(scores, stage.bias, place,
                        [scale](float& score, float value) { score = fmaf(score, scale, value); });
  } else {
#pragma unroll
    for (float& score : scores) score *= scale;
  }
  hide_tile<Tile>(arguments, place, first_row, first_column, scores);
  const auto multiply = [](float& number, float value) { number *= value; };
  if constexpr (Tile::kFactor) with_relative<Tile>(products, stage.factor, place, multiply);
  with_numbers<Tile>(stage, place, rows, [&](int i, float log_sum_exp, float delta) {
    scores[i] = exp2_approx((scores[i] - log_sum_exp) * kLog2E);
    products[i] = scores[i] * (products[i] - delta);
  });
  if constexpr (Tile::kFactor && Tile::kByKey) with_relative<Tile>(scores, stage.factor, place, multiply);
}

}  // namespace attest::cuda::hopper
