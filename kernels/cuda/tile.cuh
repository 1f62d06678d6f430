// SPDX-License-Identifier: Apache-2.0
// What part of a problem one block computes: a tile of queries of one head, against all keys, tile by tile.
#pragma once

#include "kernels/attest_kernel.h"
#include "kernels/cuda/primitives.cuh"

namespace attest::cuda {

/// The number of element (b, h, i, 0) in a tensor's memory.
__device__ inline std::int64_t offset_of(const attest_tensor& t, std::int64_t b, std::int64_t h, std::int64_t i) {
  return b * t.batch + h * t.head + i * t.row;
}

/// Element (b, h, i, 0) of a tensor.
template <class T>
__device__ inline T* row_of(const attest_tensor& t, std::int64_t b, std::int64_t h, std::int64_t i) {
  return static_cast<T*>(t.data) + offset_of(t, b, h, i);
}

/// Elements of float32, float16 or bfloat16 where the format is known at run time.
__device__ inline float read_element(const void* data, std::int64_t index, std::uint32_t dtype) {
  if (dtype == ATTEST_FLOAT32) return static_cast<const float*>(data)[index];
  if (dtype == ATTEST_FLOAT16) return to_float(static_cast<const Half*>(data)[index]);
  return to_float(static_cast<const Bfloat16*>(data)[index]);
}
__device__ inline void write_element(void* data, std::int64_t index, std::uint32_t dtype, float value) {
  if (dtype == ATTEST_FLOAT32)
    static_cast<float*>(data)[index] = value;
  else if (dtype == ATTEST_FLOAT16)
    static_cast<Half*>(data)[index] = from_float<Half>(value);
  else
    static_cast<Bfloat16*>(data)[index] = from_float<Bfloat16>(value);
}

/// Blocks for one axis.
__host__ __device__ inline std::int64_t tiles_of(std::int64_t length, int tile) { return (length + tile - 1) / tile; }

/// The place of a block. Value columns beyond those that a block holds make further blocks, which compute the weights
/// again.
struct Place {
  std::int64_t batch, head;
  int first_query, first_column;
};

/// Blocks are numbered with the query tile running fastest and from the end, since under a causal mask the last take
/// longest.
__device__ inline Place place_of(const attest_problem& p, std::int64_t block, int queries, int columns) {
  const std::int64_t tiles = tiles_of(p.queries, queries);
  const std::int64_t column_tiles = p.value_width > 0 ? tiles_of(p.value_width, columns) : 1;
  Place place;
  place.first_query = static_cast<int>(tiles - 1 - block % tiles) * queries;
  block /= tiles;
  place.first_column = static_cast<int>(block % column_tiles) * columns;
  block /= column_tiles;
  place.head = block % p.heads;
  place.batch = block / p.heads;
  return place;
}

__host__ __device__ inline std::int64_t blocks_of(const attest_problem& p, int queries, int columns) {
  return p.batches * p.heads * tiles_of(p.queries, queries) *
         (p.value_width > 0 ? tiles_of(p.value_width, columns) : 1);
}

/// Keys 0, ..., end - 1 are what query i may see, but for a mask of bytes. 0 for a query beyond the last.
__device__ inline int visible_end(const attest_problem& p, std::int64_t i) {
  if (i >= p.queries) return 0;
  if (p.mask_kind != ATTEST_MASK_CAUSAL) return static_cast<int>(p.keys);
  const std::int64_t end = i + p.diagonal + 1;
  return static_cast<int>(end < 0 ? 0 : end < p.keys ? end : p.keys);
}

}  // namespace attest::cuda
