// SPDX-License-Identifier: Apache-2.0
// From the scores of a tile to its weights: the running form of softmax (and of hardmax), row by row.
#pragma once

#include "kernels/cuda/primitives.cuh"

namespace attest::cuda {

/// The greatest (or the sum, or the least) of a number over the kLanes neighbouring lanes that hold one row.
template <int kLanes>
__device__ inline float greatest_of_row(float x) {
#pragma unroll
  for (int step = 1; step < kLanes; step *= 2) x = fmaxf(x, __shfl_xor_sync(kAllLanes, x, step));
  return x;
}
template <int kLanes>
__device__ inline float sum_of_row(float x) {
#pragma unroll
  for (int step = 1; step < kLanes; step *= 2) x += __shfl_xor_sync(kAllLanes, x, step);
  return x;
}
template <int kLanes>
__device__ inline int least_of_row(int x) {
#pragma unroll
  for (int step = 1; step < kLanes; step *= 2) {
    const int other = __shfl_xor_sync(kAllLanes, x, step);
    x = other < x ? other : x;
  }
  return x;
}

/// What a thread remembers of its kRows rows, of each of which it sees one column in kLanes.
template <int kRows, int kLanes>
struct RowState {
  float greatest[kRows];  ///< score so far; -infinity before a visible one. The same in all lanes of the row
  float sum[kRows];       ///< of this lane's weights, relative to `greatest`
  float factored[kRows];  ///< of this lane's weights times C

  __device__ RowState() {
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      greatest[r] = -INFINITY;
      sum[r] = factored[r] = 0.0f;
    }
  }

  /// Replaces the scores of a tile (hidden ones are -infinity) by exp(score - greatest); `rescale` is what the earlier
  /// weights, which were relative to another greatest, are to be multiplied with.
  template <int kColumns>
  __device__ void softmax(float (&scores)[kRows][kColumns], float (&rescale)[kRows]) {
    constexpr float log2_e = 1.4426950408889634f;
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const float before = greatest[r];
      raise(r, scores[r]);
      // No visible key so far: any finite reference makes every weight exp2(-infinity) = 0.
      const float reference = greatest[r] == -INFINITY ? 0.0f : greatest[r];
      rescale[r] = exp2_approx((before - reference) * log2_e);
      float added = 0.0f;
#pragma unroll
      for (int c = 0; c < kColumns; ++c) {
        scores[r][c] = exp2_approx((scores[r][c] - reference) * log2_e);
        added += scores[r][c];
      }
      sum[r] = sum[r] * rescale[r] + added;
      factored[r] *= rescale[r];
    }
  }

  /// The same for hardmax: 1 for a score that equals the greatest; with `only_first`, for the first of them alone.
  /// key(c) is the number of a column's key.
  template <int kColumns, class Key>
  __device__ void hardmax(float (&scores)[kRows][kColumns], float (&rescale)[kRows], bool only_first, Key key) {
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const float before = greatest[r];
      raise(r, scores[r]);
      rescale[r] = before < greatest[r] ? 0.0f : 1.0f;
      int first = 0x7fffffff;
#pragma unroll
      for (int c = 0; c < kColumns; ++c)
        if (scores[r][c] == greatest[r] && key(c) < first) first = key(c);
      first = least_of_row<kLanes>(first);
      float added = 0.0f;
#pragma unroll
      for (int c = 0; c < kColumns; ++c) {
        const bool wins = scores[r][c] == greatest[r] && greatest[r] != -INFINITY &&
                          (!only_first || (before < greatest[r] && key(c) == first));
        scores[r][c] = wins ? 1.0f : 0.0f;
        added += scores[r][c];
      }
      sum[r] = sum[r] * rescale[r] + added;
      factored[r] *= rescale[r];
    }
  }

  /// Sums over the lanes of each row, once at the end.
  __device__ void finish() {
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      sum[r] = sum_of_row<kLanes>(sum[r]);
      factored[r] = sum_of_row<kLanes>(factored[r]);
    }
  }

 private:
  template <int kColumns>
  __device__ void raise(int r, const float (&scores)[kColumns]) {
    float most = scores[0];
#pragma unroll
    for (int c = 1; c < kColumns; ++c) most = fmaxf(most, scores[c]);
    greatest[r] = fmaxf(greatest[r], greatest_of_row<kLanes>(most));
  }
};

}  // namespace attest::cuda
