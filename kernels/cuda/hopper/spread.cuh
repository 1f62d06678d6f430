// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/attest_kernel.h"
#include "kernels/cuda/hopper/arguments.cuh"

namespace attest::cuda::hopper {

/// The value of a term that depends on i - j alone, times `unit`; 0 outside of the problem.
__device__ inline float relative_value(const attest_term& term, int queries, int keys, int head, int difference,
                                       float unit) {
  if (difference <= -keys || difference >= queries) return 0;
  const float* values = static_cast<const float*>(term.values.data) + head * term.values.head;
  const int place = difference + keys - 1;
  switch (term.kind) {
    case ATTEST_TERM_TOEPLITZ:
      return values[place] * unit;
    case ATTEST_TERM_ALIBI:
      return -values[0] * static_cast<float>(difference < 0 ? -difference : difference) * unit;
    default:  // ATTEST_TERM_BUCKETS
      return values[term.values.row * term.bucket[place]] * unit;
  }
}

/// Writes what tiles of a relative term read as slices: for every head `length` floats, place x being the value at
/// j - i = x - origin, then the same shifted by one place (Tile::kSlice). O(queries + keys) numbers a head.
[[maybe_unused]] static __global__ void spread_terms(attest_term term, int queries, int keys, int origin, int length,
                                                     float unit, float* to) {
  const int head = static_cast<int>(blockIdx.y);
  float* plain = to + 2 * static_cast<std::int64_t>(length) * head;
  for (int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); x < length;
       x += static_cast<int>(gridDim.x * blockDim.x)) {
    const float value = relative_value(term, queries, keys, head, origin - x, unit);
    plain[x] = value;
    if (x > 0) plain[length + x - 1] = value;
    if (x == length - 1) plain[length + x] = 0;
  }
}

}  // namespace attest::cuda::hopper
