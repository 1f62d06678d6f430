// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/hopper/tensor_map.hpp"
#include "kernels/cuda/primitives.cuh"

namespace attest::cuda::hopper {

/// Where B or C comes from.
struct Term {
  enum Kind : std::int32_t { kNone, kRelative, kDense };
  Kind kind = kNone;
  /// kRelative: what spread_terms writes (spread.cuh); kDense: as attest_tensor.
  const float* values = nullptr;
  std::int64_t batch = 0, head = 0, row = 0;
};

/// A number for each row; values == nullptr: not wanted.
struct RowOutput {
  float* values = nullptr;
  std::int64_t batch = 0, head = 0;
};

/// A tensor's map, and by how much its coordinates grow from head to head and batch to batch: 0 where the stride is 0,
/// else 1.
struct Input {
  TensorMap map;
  std::int32_t head = 1, batch = 1;
};

/// What a kernel is told. Pointers are device memory.
struct Arguments {
  Input query, key, value;
  std::int32_t batches = 0, heads = 0, queries = 0, keys = 0;
  std::int32_t value_width = 0;  ///< columns of the output
  float scale_log2 = 0;          ///< scale * log2(e), rounded once
  bool causal = false;           ///< key j is visible to query i when j <= i + diagonal
  std::int64_t diagonal = 0;
  Term bias, factor;                ///< relative biases are already multiplied by log2(e)
  std::uint16_t* output = nullptr;  ///< rows start at multiples of 4 bytes
  std::int64_t output_batch = 0, output_head = 0, output_row = 0;
  RowOutput row_sum, log_sum_exp;
};

/// Keys 0, ..., visible - 1 are visible to query i.
__device__ inline int visible_keys(const Arguments& arguments, int i) {
  if (!arguments.causal) return arguments.keys;
  const std::int64_t end = i + arguments.diagonal + 1;
  return end < 0 ? 0 : end < arguments.keys ? static_cast<int>(end) : arguments.keys;
}

/// One unit of work of a block of threads: kQueries rows of a head.
struct Work {
  int batch, head, first_query;
  int key_blocks;  ///< that any of its rows sees
};

/// Blocks take every gridDim.x-th unit. Of a causal mask every second head runs from its last rows to its first, so
/// that each block gets as many long units as short ones.
template <class Tile>
__device__ inline Work work_at(const Arguments& arguments, int unit) {
  const int query_blocks = (arguments.queries + Tile::kQueries - 1) / Tile::kQueries;
  const int row = unit / query_blocks, place = unit % query_blocks;
  Work work;
  work.head = row % arguments.heads;
  work.batch = row / arguments.heads;
  work.first_query = (arguments.causal && row % 2 == 0 ? query_blocks - 1 - place : place) * Tile::kQueries;
  const int end = work.first_query + Tile::kQueries;
  const int visible = visible_keys(arguments, (end < arguments.queries ? end : arguments.queries) - 1);
  work.key_blocks = (visible + Tile::kKeys - 1) / Tile::kKeys;
  return work;
}

/// Units in all.
template <class Tile>
__host__ __device__ inline int work_count(const Arguments& arguments) {
  return (arguments.queries + Tile::kQueries - 1) / Tile::kQueries * arguments.heads * arguments.batches;
}

}  // namespace attest::cuda::hopper
