// SPDX-License-Identifier: Apache-2.0
// What the gradient kernels read beside the arrays, O(queries + keys) numbers a head: delta, the log-sum-exp in whole
// tiles, and B and C as slices.
#pragma once

#include "kernels/attest_gradient_kernel.h"
#include "kernels/cuda/primitives.cuh"
#include "kernels/cuda/tile.cuh"

namespace attest::cuda::hopper {

inline constexpr int kInputThreads = 256;

/// For each of `length` rows of a head: delta_i = sum_c dO_ic O_ic from the output that the forward pass stored, and
/// its log-sum-exp, or infinity (all weights 0) where the row sees no key or lies beyond the last. `plain_delta` has
/// the queries alone. A warp has a row.
[[maybe_unused]] static __global__ void __launch_bounds__(kInputThreads)
    row_numbers(const __grid_constant__ attest_gradient_problem g, int length, float* log_sum_exp, float* delta,
                float* plain_delta) {
  const attest_problem& p = g.forward;
  const std::int64_t rows = p.batches * p.heads * length;
  const int lane = threadIdx.x % 32;
  for (std::int64_t row = (static_cast<std::int64_t>(blockIdx.x) * kInputThreads + threadIdx.x) / 32; row < rows;
       row += static_cast<std::int64_t>(gridDim.x) * (kInputThreads / 32)) {
    const std::int64_t i = row % length, head = row / length % p.heads, batch = row / length / p.heads;
    const bool exists = i < p.queries;
    float sum = 0;
    if (exists)
      for (std::int64_t c = lane; c < p.value_width; c += 32)
        sum = fmaf(read_element(g.grad_output.data, offset_of(g.grad_output, batch, head, i) + c, p.dtype),
                   read_element(p.output.data, offset_of(p.output, batch, head, i) + c, p.dtype), sum);
#pragma unroll
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(kAllLanes, sum, step);
    if (lane != 0) continue;
    const float stored = exists ? row_of<const float>(p.log_sum_exp, batch, head, 0)[i] : INFINITY;
    log_sum_exp[row] = stored > -INFINITY ? stored : INFINITY;
    delta[row] = sum;
    if (exists) plain_delta[(batch * p.heads + head) * p.queries + i] = sum;
  }
}

/// The value of a term that depends on i - j alone; 0 outside of the problem.
__device__ inline float value_at_difference(const attest_problem& p, const attest_term& term, int head,
                                            int difference) {
  if (difference <= -p.keys || difference >= p.queries) return 0;
  const auto* values = row_of<const float>(term.values, 0, head, 0);
  const std::int64_t place = difference + p.keys - 1;
  switch (term.kind) {
    case ATTEST_TERM_TOEPLITZ:
      return values[place];
    case ATTEST_TERM_ALIBI:
      return -values[0] * static_cast<float>(difference < 0 ? -difference : difference);
    default:  // ATTEST_TERM_BUCKETS
      return values[term.values.row * term.bucket[place]];
  }
}

/// For every head `length` floats, place x being the value where column - row = x - origin, then the same shifted by
/// one place (Tile::kSlice). Rows are queries, or keys if by_key.
[[maybe_unused]] static __global__ void __launch_bounds__(kInputThreads)
    spread_gradient_terms(const __grid_constant__ attest_problem p, bool is_bias, bool by_key, int origin, int length,
                          float* to) {
  const int head = static_cast<int>(blockIdx.y);
  float* plain = to + 2 * static_cast<std::int64_t>(length) * head;
  for (int x = static_cast<int>(blockIdx.x * kInputThreads + threadIdx.x); x < length;
       x += static_cast<int>(gridDim.x * kInputThreads)) {
    const float value = value_at_difference(p, is_bias ? p.bias : p.factor, head, by_key ? x - origin : origin - x);
    plain[x] = value;
    if (x > 0) plain[length + x - 1] = value;
    if (x == length - 1) plain[length + x] = 0;
  }
}

}  // namespace attest::cuda::hopper
