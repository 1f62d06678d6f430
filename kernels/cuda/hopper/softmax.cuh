// SPDX-License-Identifier: Apache-2.0
// The online softmax on a warp group's scores. All scores are in units of ln 2, so that exp is 2^x.
#pragma once

#include <type_traits>

#include "kernels/cuda/hopper/arguments.cuh"
#include "kernels/cuda/hopper/terms.cuh"
#include "kernels/cuda/hopper/tile.cuh"

namespace attest::cuda::hopper {

inline constexpr float kLn2 = 0.69314718055994530942f;

/// How far a row's reference may stay behind its greatest score. As long as it stays, nothing needs to be rescaled,
/// which after the first few blocks is nearly always; weights are then at most 2^kLag, far from overflow. In float16
/// with C, or with terms that are asked at run time, they stay below 1, so that C may be as large as the format.
template <class Tile>
inline constexpr float kLag = std::is_same_v<typename Tile::Number, Half> && !Tile::kLagging ? 0 : 8;
/// What a thread's sum of a block's weights may be for the block to fit: so no weight is more than 2^kLag.
inline constexpr float kMostSum = 256;
/// The reference of a row that has seen no key: the least number, so that no difference from it is NaN.
inline constexpr float kNoKey = -0x1.fffffep127f;

/// What is kept of a thread's two rows from block to block. sum and weighted are of this thread's columns alone.
struct Rows {
  /// At most the greatest score so far of the whole row, at least that less kLag; kNoKey before any.
  float reference[2];
  float sum[2];         ///< of exp(score - reference)
  float weighted[2];    ///< of exp(score - reference) times C, kept on request
  float correction[2];  ///< what the last block's change of reference multiplies older sums by
};

/// Hides the keys from `visible` on: the score becomes -infinity.
template <class Tile>
__device__ __forceinline__ void hide(float (&scores)[Tile::kKeys / 2], int upper, int visible) {
#pragma unroll
  for (int g = 0; g < Tile::kKeys / 8; ++g) {
    if (8 * g >= visible) scores[4 * g + 2 * upper] = -INFINITY;
    if (8 * g + 1 >= visible) scores[4 * g + 2 * upper + 1] = -INFINITY;
  }
}

/// The scores of one of the thread's rows become weights exp(score - reference); their sum. `factor` of a score that
/// is not yet scaled.
template <class Tile>
__device__ __forceinline__ float exponentiate(float (&scores)[Tile::kKeys / 2], int upper, float reference,
                                              float scale) {
  float sum = 0;
#pragma unroll
  for (int g = 0; g < Tile::kKeys / 8; ++g) {
#pragma unroll
    for (int e = 0; e < 2; ++e) {
      float& score = scores[4 * g + 2 * upper + e];
      score = exp2_approx(Tile::kScaleLast ? fmaf(score, scale, -reference) : score - reference);
      sum += score;
    }
  }
  return sum;
}

/// The same of both rows after a look at the greatest scores: the reference follows a greatest score that is more than
/// `slack` above it; rows are brought up to date.
template <class Tile>
__device__ __forceinline__ void follow(float (&scores)[Tile::kKeys / 2], Rows& rows, float scale,
                                       const float (&slack)[2]) {
#pragma unroll
  for (int upper = 0; upper < 2; ++upper) {
    float greatest = scores[2 * upper];
#pragma unroll
    for (int g = 0; g < Tile::kKeys / 8; ++g)
      greatest = fmaxf(fmaxf(greatest, scores[4 * g + 2 * upper]), scores[4 * g + 2 * upper + 1]);
    greatest = fmaxf(greatest, __shfl_xor_sync(kAllLanes, greatest, 1));
    greatest = fmaxf(greatest, __shfl_xor_sync(kAllLanes, greatest, 2));
    if constexpr (Tile::kScaleLast) greatest *= scale;  // scale > 0: the greatest product is the greatest score
    const float before = rows.reference[upper];
    const float reference = greatest > before + slack[upper] ? greatest : before;
    rows.correction[upper] = exp2_approx(before - reference);
    rows.reference[upper] = reference;
    rows.sum[upper] =
        fmaf(rows.sum[upper], rows.correction[upper], exponentiate<Tile>(scores, upper, reference, scale));
  }
}

/// From the products of a block of keys to the weights that multiply V, in registers: bias, mask, what make_weights()
/// does (one of the two above), factor.
template <class Tile, class MakeWeights>
__device__ __forceinline__ void weigh(const Arguments& arguments, const Work& work, const Place& place, int first_key,
                                      const float* bias, const float* factor, float (&scores)[Tile::kKeys / 2],
                                      Rows& rows, const MakeWeights& make_weights) {
  const attest_problem& problem = arguments.problem;
  const float scale = arguments.scale_log2;
  const auto add = [scale](float& score, float value) { score = fmaf(score, scale, value); };
  const auto multiply = [](float& weight, float value) { weight *= value; };

  if constexpr (Tile::kBias) {
    with_relative<Tile>(scores, bias, place, add);
  } else if constexpr (Tile::kAny) {
    if (arguments.bias_slices) {
      with_relative<Tile>(scores, bias, place, add);
    } else if (problem.bias.kind == ATTEST_TERM_DENSE) {
      with_dense<Tile, float>(scores, arguments, problem.bias.values, work, first_key, place,
                              [add](float& score, float value) { add(score, bias_unit(value)); });
    } else {
#pragma unroll
      for (float& score : scores) score *= scale;
    }
    if (problem.mask_kind == ATTEST_MASK_BYTES)
      with_dense<Tile, std::uint8_t>(scores, arguments, problem.mask, work, first_key, place,
                                     [](float& score, std::uint8_t seen) { score = seen ? score : -INFINITY; });
  }
  // The first row of the warp group sees the least.
  if (first_key + Tile::kKeys > visible_keys(arguments, work.first_query + place.row / 64 * 64)) {
#pragma unroll
    for (int upper = 0; upper < 2; ++upper)
      hide<Tile>(scores, upper, visible_keys(arguments, place.query + 8 * upper) - first_key - 2 * place.pair);
  }
  make_weights();
  if constexpr (Tile::kFactor) {
    with_relative<Tile>(scores, factor, place, multiply);
  } else if constexpr (Tile::kAny) {
    if (arguments.factor_slices)
      with_relative<Tile>(scores, factor, place, multiply);
    else if (problem.factor.kind == ATTEST_TERM_DENSE)
      with_dense<Tile, float>(scores, arguments, problem.factor.values, work, first_key, place, multiply);
    if (problem.row_sum.data != nullptr) {
#pragma unroll
      for (int upper = 0; upper < 2; ++upper) {
        float sum = 0;
#pragma unroll
        for (int g = 0; g < Tile::kKeys / 8; ++g) sum += scores[4 * g + 2 * upper] + scores[4 * g + 2 * upper + 1];
        rows.weighted[upper] = fmaf(rows.weighted[upper], rows.correction[upper], sum);
      }
    }
  }
}

}  // namespace attest::cuda::hopper
