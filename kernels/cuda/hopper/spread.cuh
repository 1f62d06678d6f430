// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/attest_kernel.h"
#include "kernels/cuda/hopper/arguments.cuh"

namespace attest::cuda::hopper {

/// The value of a term that depends on i - j alone; 0 outside of the problem.
__device__ inline float relative_value(const attest_term& term, int queries, int keys, int head, int difference) {
  if (difference <= -keys || difference >= queries) return 0;
  const float* values = static_cast<const float*>(term.values.data) + head * term.values.head;
  const int place = difference + keys - 1;
  switch (term.kind) {
    case ATTEST_TERM_TOEPLITZ:
      return values[place];
    case ATTEST_TERM_ALIBI:
      return -values[0] * static_cast<float>(difference < 0 ? -difference : difference);
    default:  // ATTEST_TERM_BUCKETS
      return values[term.values.row * term.bucket[place]];
  }
}

/// Writes what tiles of a relative term read as slices: for every head `length` floats, place x being the value at
/// j - i = x - origin (of a bias by bias_unit), then the same shifted by one place (Tile::kSlice). O(queries + keys)
/// numbers a head.
[[maybe_unused]] static __global__ void spread_terms(attest_term term, int queries, int keys, int origin, int length,
                                                     bool is_bias, float* to) {
  const int head = static_cast<int>(blockIdx.y);
  float* plain = to + 2 * static_cast<std::int64_t>(length) * head;
  for (int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); x < length;
       x += static_cast<int>(gridDim.x * blockDim.x)) {
    float value = relative_value(term, queries, keys, head, origin - x);
    if (is_bias) value = bias_unit(value);
    plain[x] = value;
    if (x > 0) plain[length + x - 1] = value;
    if (x == length - 1) plain[length + x] = 0;
  }
}

}  // namespace attest::cuda::hopper
