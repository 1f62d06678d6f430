// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/attest_kernel.h"
#include "kernels/cuda/hopper/tensor_map.hpp"
#include "kernels/cuda/primitives.cuh"

namespace attest::cuda::hopper {

/// A tensor's map, and by how much its coordinates grow from head to head and batch to batch: 0 where the stride is 0,
/// else 1.
struct Input {
  TensorMap map;
  std::int32_t head = 1, batch = 1;
};

/// What a kernel is told.
struct Arguments {
  Input query, key, value;
  attest_problem problem = {};                      ///< its pointers are device memory
  std::int32_t queries = 0, keys = 0;               ///< the problem's
  float scale_log2 = 0;                             ///< scale * log2(e), rounded once
  bool bias_slices = false, factor_slices = false;  ///< whether the term is there and depends on i - j alone
};

inline constexpr double kLog2EDouble = 1.44269504088896340736;
inline constexpr float kLog2E = static_cast<float>(kLog2EDouble);

/// A bias in units of ln 2. The greatest floats, which are used for "never", would overflow: they stay at 2^126.
__device__ inline float bias_unit(float bias) {
  constexpr float kMost = 0x1p126f;
  return fminf(fmaxf(bias * kLog2E, -kMost), kMost);
}

/// Element (b, h, i, 0) of a tensor.
template <class T>
__device__ inline T* row_at(const attest_tensor& t, int batch, int head, int row) {
  return static_cast<T*>(t.data) + batch * t.batch + head * t.head + row * t.row;
}

/// Keys 0, ..., visible - 1 may be visible to query i; a mask of bytes hides some of them.
__device__ inline int visible_keys(const Arguments& arguments, int i) {
  if (arguments.problem.mask_kind != ATTEST_MASK_CAUSAL) return arguments.keys;
  // Within 32 bits, as queries + keys are: no diagonal beyond these hides or shows more.
  constexpr std::int64_t kLeast = -(std::int64_t{1} << 30) - 1024;
  const std::int64_t most = arguments.keys, diagonal = arguments.problem.diagonal;
  const int end = i + static_cast<int>(diagonal < kLeast ? kLeast : diagonal > most ? most : diagonal) + 1;
  return end < 0 ? 0 : end < arguments.keys ? end : arguments.keys;
}

/// The least multiple of `block` that holds `length`.
__host__ __device__ inline int padded(int length, int block) { return (length + block - 1) / block * block; }

/// One unit of work of a block of threads: kQueries rows of a head.
struct Work {
  int batch, head, first_query;
  int key_blocks;  ///< that any of its rows sees
};

/// Blocks take every gridDim.x-th unit. Of a causal mask every second head runs from its last rows to its first, so
/// that each block gets as many long units as short ones.
template <class Tile>
__device__ inline Work work_at(const Arguments& arguments, int unit) {
  const int query_blocks = padded(arguments.queries, Tile::kQueries) / Tile::kQueries;
  const int heads = static_cast<int>(arguments.problem.heads);
  const int row = unit / query_blocks, place = unit % query_blocks;
  const bool backwards = arguments.problem.mask_kind == ATTEST_MASK_CAUSAL && row % 2 == 0;
  Work work;
  work.head = row % heads;
  work.batch = row / heads;
  work.first_query = (backwards ? query_blocks - 1 - place : place) * Tile::kQueries;
  const int end = work.first_query + Tile::kQueries;
  const int visible = visible_keys(arguments, (end < arguments.queries ? end : arguments.queries) - 1);
  work.key_blocks = padded(visible, Tile::kKeys) / Tile::kKeys;
  return work;
}

/// Units in all.
template <class Tile>
__host__ __device__ inline std::int64_t work_count(const attest_problem& p) {
  return (p.queries + Tile::kQueries - 1) / Tile::kQueries * p.heads * p.batches;
}

}  // namespace attest::cuda::hopper
