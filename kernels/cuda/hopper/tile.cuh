// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/cuda/hopper/instructions.cuh"
#include "kernels/cuda/primitives.cuh"

namespace attest::cuda::hopper {

/// What multiplies and adds beside the products.
enum class Terms {
  kNone,    ///< nothing, and a positive scale: max and exp read the products of the matrix unit as they come
  kBias,    ///< B that depends on i - j alone: slices in shared memory
  kFactor,  ///< C that does, and a positive scale
  kBoth,    ///< B and C that do
  kAny      ///< what there is is asked at run time: also dense B and C and a mask of bytes, in global memory, row sums
            ///< with a factor, any scale
};

/// How a block of threads cuts up attention.
///   Number   Half or Bfloat16: query, key, value and output
///   kWidth   of query, key, value and output in shared memory; what a problem has less is filled with zeros by the
///            copies
/// A warp group is 128 threads. Each consumer warp group owns 64 query rows, the height of a wgmma; one more copies.
template <class Number_, int kWidth_, Terms kTerms_>
struct Tile {
  using Number = Number_;
  static constexpr int kWidth = kWidth_;
  static constexpr Terms kTerms = kTerms_;
  static constexpr bool kAny = kTerms == Terms::kAny;
  static constexpr bool kBias = kTerms == Terms::kBias || kTerms == Terms::kBoth;
  static constexpr bool kFactor = kTerms == Terms::kFactor || kTerms == Terms::kBoth;
  /// The products are scaled where exp takes them, not before.
  static constexpr bool kScaleLast = kTerms == Terms::kNone || kTerms == Terms::kFactor;

  static constexpr int kConsumers = kWidth <= 64 ? 3 : 2;
  static constexpr int kThreads = 128 * (kConsumers + 1);
  /// Of each thread, after setmaxnreg: kConsumers * many + few <= 512, or 504 of two consumers, which start with 168
  /// each. Who writes slices wants some 32.
  static constexpr int kProducerRegisters = kConsumers == 3 ? 32 : kWidth == 256 ? 24 : 40;
  static constexpr int kConsumerRegisters = kConsumers == 3 ? 160 : kWidth == 256 ? 240 : 232;
  /// Threads of the copying warp group that write slices: its warps but the first, whose one thread has copies made.
  static constexpr int kWriters = 96;

  static constexpr int kQueries = 64 * kConsumers;  ///< rows of a tile
  /// Columns of a tile: as many as the consumers' registers and shared memory hold.
  static constexpr int kKeys = kWidth == 256 || (kConsumers == 3 && kAny) ? 64 : kWidth == 64 ? 112 : 128;
  /// Weights are made against a row's reference as it stands, without a look at the greatest score; a block that does
  /// not fit is done again (attention.cuh). Not where C, in float16, needs weights of at most 1 (softmax.cuh), and not
  /// at 256 columns, where products take four times as long as exponentials and a third slot of keys has no room.
  static constexpr bool kLagging = !kAny && kWidth <= 128 && !(kFactor && std::is_same_v<Number, Half>);
  /// Blocks of values in flight, and of keys and slices, which are kept until it is known that they fit.
  static constexpr int kStages = kWidth <= 64 ? 4 : kWidth == 96 ? 3 : 2;
  static constexpr int kKeyStages = kStages + (kLagging && kWidth > 64);

  /// A row lies in chunks of one swizzle span: 128 bytes, or 64 where 128 does not divide the row.
  static constexpr int kChunk = kWidth % 64 == 0 ? 64 : 32;
  static constexpr int kChunks = kWidth / kChunk;
  static constexpr int kSwizzle = 2 * kChunk;  ///< bytes

  static constexpr int kQueryBytes = 2 * kQueries * kWidth;
  static constexpr int kKeyBytes = 2 * kKeys * kWidth;

  /// The slice of a Toeplitz term that a tile needs: place x holds the value at (j - first key) - (i - first query) = x
  /// - kQueries. It comes twice, the second time shifted by one place, so that every thread reads its pairs of columns
  /// as aligned 8 bytes; the gap puts the two on different banks, of which there are 32 of 4 bytes.
  static constexpr int kSlice = kQueries + kKeys;
  static constexpr int kShifted = (kSlice + 31) / 32 * 32 + 16;
  static constexpr int kTermFloats = kShifted + kSlice;
  static constexpr int kBiasFloats = kBias || kAny ? kTermFloats : 4;
  static constexpr int kFactorFloats = kFactor || kAny ? kTermFloats : 4;
};

/// Shared memory of a block. Chunks start at multiples of 1024 bytes, the period of the 128-byte swizzle.
template <class Tile>
struct alignas(1024) Shared {
  alignas(1024) std::byte query[Tile::kQueryBytes];
  alignas(1024) std::byte key[Tile::kKeyStages][Tile::kKeyBytes];
  alignas(1024) std::byte value[Tile::kStages][Tile::kKeyBytes];
  alignas(128) float bias[Tile::kKeyStages][Tile::kBiasFloats];
  alignas(128) float factor[Tile::kKeyStages][Tile::kFactorFloats];
  /// full: the copies have arrived. empty: every consumer warp is done with them.
  std::uint64_t query_full, query_empty;
  std::uint64_t key_full[Tile::kKeyStages], key_empty[Tile::kKeyStages];
  std::uint64_t value_full[Tile::kStages], value_empty[Tile::kStages];
  std::uint64_t terms_full[Tile::kKeyStages], terms_empty[Tile::kKeyStages];
};

/// A place in a ring of stages and the parity of its present use.
template <int kStages>
struct Ring {
  int slot = 0;
  std::uint32_t parity = 0;
  __device__ void advance() {
    if (++slot < kStages) return;
    slot = 0;
    parity ^= 1;
  }
};

/// Hands a slot of a ring to whom this barrier keeps waiting: one arrival for each warp, after all its lanes are done.
__device__ inline void release_slot(std::uint64_t* barrier) {
  __syncwarp();
  if (threadIdx.x % 32 == 0) mbarrier_arrive(barrier);
}

}  // namespace attest::cuda::hopper
