// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/hopper/arguments.cuh"
#include "kernels/cuda/hopper/tile.cuh"

namespace attest::cuda::hopper {

/// What a block owns rows of, and goes over blocks of the other as columns.
enum class Owner {
  queries,  ///< dQ: S = Q K', D = dO V', dQ += dS K
  keys      ///< dK and dV: S' = K Q', D' = V dO', dK += dS' Q, dV += (A C)' dO
};

/// How a block of threads cuts up a gradient. A warp group is 128 threads. Each of two owns 64 rows, the height of a
/// wgmma; a third copies. The forward kernel's parts call a tile's rows kQueries and its columns kKeys, and so does
/// this: under Owner::keys they are the other way round.
template <class Number_, int kWidth_, Terms kTerms_, Owner kOwner_>
struct GradientTile {
  using Number = Number_;
  static constexpr int kWidth = kWidth_;
  static constexpr Owner kOwner = kOwner_;
  static constexpr bool kByKey = kOwner == Owner::keys;
  static constexpr bool kBias = kTerms_ == Terms::kBias || kTerms_ == Terms::kBoth;
  static constexpr bool kFactor = kTerms_ == Terms::kFactor || kTerms_ == Terms::kBoth;

  static constexpr int kConsumers = 2;
  static constexpr int kThreads = 128 * (kConsumers + 1);
  static constexpr int kProducerRegisters = 24, kConsumerRegisters = 240;

  static constexpr int kQueries = 64 * kConsumers;
  /// As many as the registers hold beside one or two accumulators of the tile's width.
  static constexpr int kKeys = kWidth == 64 && !kByKey ? 128 : 64;
  static constexpr int kStages = 2;

  /// As in Tile.
  static constexpr int kChunk = 64, kChunks = kWidth / kChunk, kSwizzle = 2 * kChunk;
  static constexpr int kQueryBytes = 2 * kQueries * kWidth;
  static constexpr int kKeyBytes = 2 * kKeys * kWidth;
  static constexpr int kSlice = kQueries + kKeys;
  static constexpr int kShifted = (kSlice + 31) / 32 * 32 + 16;
  static constexpr int kBiasFloats = kBias ? kShifted + kSlice : 4;
  static constexpr int kFactorFloats = kFactor ? kShifted + kSlice : 4;
  /// A log-sum-exp and a delta a column, where columns are queries.
  static constexpr int kNumbers = kByKey ? kKeys : 4;
};

/// What comes in for one block of columns.
template <class Tile>
struct GradientStage {
  alignas(1024) std::byte first[Tile::kKeyBytes];   ///< columns of S: keys or queries
  alignas(1024) std::byte second[Tile::kKeyBytes];  ///< columns of D: values or gradients of the output
  alignas(128) float bias[Tile::kBiasFloats];
  alignas(128) float factor[Tile::kFactorFloats];
  alignas(128) float log_sum_exp[Tile::kNumbers];
  alignas(128) float delta[Tile::kNumbers];
};

/// Shared memory of a block.
template <class Tile>
struct alignas(1024) GradientShared {
  alignas(1024) std::byte first[Tile::kQueryBytes];   ///< rows of S
  alignas(1024) std::byte second[Tile::kQueryBytes];  ///< rows of D
  GradientStage<Tile> stages[Tile::kStages];
  /// full: the copies have arrived. empty: every consumer warp is done with them.
  std::uint64_t rows_full, rows_empty;
  std::uint64_t full[Tile::kStages], empty[Tile::kStages];
};

/// What a gradient kernel is told, beside what a forward one is.
struct GradientArguments : Arguments {
  Input grad_output;
  attest_tensor grad_query = {}, grad_key = {}, grad_value = {};  ///< data == nullptr: not asked for
  float scale = 0;
  /// [batches, heads, number_length]: infinity and 0 beyond the queries, and infinity for a row that sees no key.
  const float *log_sum_exp = nullptr, *delta = nullptr;
  std::int32_t number_length = 0;
  /// What spread_gradient_terms wrote; of a term that the tile has.
  const float *bias_spread = nullptr, *factor_spread = nullptr;
  std::int32_t spread_length = 0, spread_origin = 0;
  /// Batches and heads of the gradients, and how many of the problem's add up to one of them.
  std::int32_t part_batches = 0, part_heads = 0, batches_each = 0, heads_each = 0;
};

/// The problem's rows and columns, as a tile sees them.
template <class Tile>
__host__ __device__ inline int rows_of(const GradientArguments& a) {
  return Tile::kByKey ? a.keys : a.queries;
}
template <class Tile>
__host__ __device__ inline int columns_of(const GradientArguments& a) {
  return Tile::kByKey ? a.queries : a.keys;
}

/// One unit of work of a block of threads: kQueries rows of one part of a gradient, all its batches and heads, and the
/// blocks of columns that any of the rows belongs with.
struct GradientWork {
  int batch, head;  ///< of the gradient
  int first_row, first_block, end_block;
};

/// The first query that may see key j.
__device__ inline int first_query_of(const Arguments& a, int j) {
  if (a.problem.mask_kind != ATTEST_MASK_CAUSAL) return 0;
  const std::int64_t first = j - a.problem.diagonal;
  return first < 0 ? 0 : first < a.queries ? static_cast<int>(first) : a.queries;
}

template <class Tile>
__host__ __device__ inline std::int64_t gradient_work_count(const GradientArguments& a) {
  return static_cast<std::int64_t>(padded(rows_of<Tile>(a), Tile::kQueries) / Tile::kQueries) * a.part_heads *
         a.part_batches;
}

/// As work_at.
template <class Tile>
__device__ inline GradientWork gradient_work_at(const GradientArguments& a, int unit) {
  const int rows = rows_of<Tile>(a), row_blocks = padded(rows, Tile::kQueries) / Tile::kQueries;
  const int part = unit / row_blocks, place = unit % row_blocks;
  const bool backwards = a.problem.mask_kind == ATTEST_MASK_CAUSAL && part % 2 == 0;
  GradientWork work;
  work.head = part % a.part_heads;
  work.batch = part / a.part_heads;
  work.first_row = (backwards ? row_blocks - 1 - place : place) * Tile::kQueries;
  const int end = work.first_row + Tile::kQueries, last = (end < rows ? end : rows) - 1;
  const int first_column = Tile::kByKey ? first_query_of(a, work.first_row) : 0;
  const int end_column = Tile::kByKey ? a.queries : visible_keys(a, last);
  work.first_block = first_column / Tile::kKeys;
  work.end_block = padded(end_column, Tile::kKeys) / Tile::kKeys;
  if (first_column >= end_column) work.end_block = work.first_block;
  return work;
}

}  // namespace attest::cuda::hopper
