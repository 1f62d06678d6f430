// SPDX-License-Identifier: Apache-2.0
// B and C in the kernels. What depends on i - j alone comes as a slice: the 2 tiles' worth of values that a tile of
// scores needs, in shared memory, about 2 KiB for both terms; it is fetched one tile ahead. A dense term is read where
// it lies.
#pragma once

#include "kernels/cuda/tile.cuh"

namespace attest::cuda {

/// The values of one relative term for the present tile: number i - j + kKeys - 1 holds that of query i and key j of
/// the tile.
template <int kQueries, int kKeys, int kThreads>
class Slice {
 public:
  static constexpr int kSize = kQueries + kKeys - 1;

  __device__ Slice(const attest_problem& p, const attest_term& term, std::int64_t head, float* shared)
      : term_(term), head_(head), span_(p.queries + p.keys - 1), last_key_(p.keys - 1), shared_(shared) {}

  __device__ bool active() const { return term_.kind != ATTEST_TERM_NONE && term_.kind != ATTEST_TERM_DENSE; }

  /// Reads the values of a tile into registers.
  __device__ void fetch(std::int64_t first_query, std::int64_t first_key) {
    if (!active()) return;
#pragma unroll
    for (int n = 0; n < kEach; ++n) {
      const int place = static_cast<int>(threadIdx.x) + n * kThreads;
      next_[n] = place < kSize ? value(first_query - first_key - (kKeys - 1) + place) : 0.0f;
    }
  }
  /// Writes them where the block reads them. The caller puts a barrier before (the last tile was read) and after.
  __device__ void store() {
    if (!active()) return;
#pragma unroll
    for (int n = 0; n < kEach; ++n) {
      const int place = static_cast<int>(threadIdx.x) + n * kThreads;
      if (place < kSize) write_shared(shared_ + place, next_[n]);
    }
  }
  __device__ float at(int query, int key) const { return read_shared(shared_ + query - key + kKeys - 1); }

 private:
  static constexpr int kEach = (kSize + kThreads - 1) / kThreads;

  /// That of i - j = difference; 0 where no pair of positions has this difference.
  __device__ float value(std::int64_t difference) const {
    const std::int64_t index = difference + last_key_;
    if (index < 0 || index >= span_) return 0.0f;
    const float* values = row_of<const float>(term_.values, 0, head_, 0);
    if (term_.kind == ATTEST_TERM_TOEPLITZ) return values[index];
    if (term_.kind == ATTEST_TERM_ALIBI)
      return -values[0] * static_cast<float>(difference < 0 ? -difference : difference);
    return values[term_.values.row * term_.bucket[index]];
  }

  const attest_term& term_;
  std::int64_t head_, span_, last_key_;
  float* shared_;
  float next_[kEach];
};

/// A dense term's values for the rows that a thread holds.
template <int kRows>
class Dense {
 public:
  template <class Row>
  __device__ Dense(const attest_problem& p, const attest_term& term, const Place& place, Row row)
      : active_(term.kind == ATTEST_TERM_DENSE), keys_(static_cast<int>(p.keys)) {
    if (!active_) return;
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const std::int64_t i = place.first_query + row(r);
      rows_[r] = row_of<const float>(term.values, place.batch, place.head, i < p.queries ? i : 0);
    }
  }
  __device__ bool active() const { return active_; }
  __device__ float at(int r, int key) const { return key < keys_ ? rows_[r][key] : 0.0f; }

 private:
  bool active_;
  int keys_;
  const float* rows_[kRows];
};

}  // namespace attest::cuda
