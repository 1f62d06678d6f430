// SPDX-License-Identifier: Apache-2.0
// B and C that depend on i - j alone, as tiles read them (Tile::kSlice): written into shared memory from the term's own
// values, tile by tile, by the warps of the copying group that do not copy. So a call is one launch and allocates
// nothing. The copy engine could not do it: it neither turns values around (j - i grows in a row of scores, i - j in
// the term), nor scales B, nor takes addresses that are no multiples of 16 bytes.
#pragma once

#include "kernels/cuda/hopper/arguments.cuh"
#include "kernels/cuda/hopper/instructions.cuh"
#include "kernels/cuda/hopper/tile.cuh"

namespace attest::cuda::hopper {

/// The values of one writer for one slice: places writer, writer + kWriters, ... of it.
template <class Tile>
struct SlicePart {
  static constexpr int kCount = (Tile::kSlice + Tile::kWriters - 1) / Tile::kWriters;
  float values[kCount];
};

/// Reads them for the tile whose place 0 has i - j = difference; 0 outside of the problem.
template <class Tile>
__device__ __forceinline__ SlicePart<Tile> read_slice(const Arguments& arguments, const attest_term& term, int head,
                                                      int difference, int writer) {
  SlicePart<Tile> part;
  const float* values = static_cast<const float*>(term.values.data) + head * term.values.head;
  const int diagonals = arguments.queries + arguments.keys - 1;
  const auto each = [&](const auto& value_at) {
#pragma unroll
    for (int i = 0; i < SlicePart<Tile>::kCount; ++i) {
      const int place = difference + arguments.keys - 1 - writer - i * Tile::kWriters;  // where Toeplitz keeps it
      part.values[i] = static_cast<unsigned>(place) < static_cast<unsigned>(diagonals) ? value_at(place) : 0.0f;
    }
  };
  if (term.kind == ATTEST_TERM_TOEPLITZ) {
    each([&](int place) { return values[place]; });
  } else if (term.kind == ATTEST_TERM_ALIBI) {
    const float slope = values[0];
    each([&](int place) {
      const int apart = place - (arguments.keys - 1);
      return -slope * static_cast<float>(apart < 0 ? -apart : apart);
    });
  } else {
    each([&](int place) { return values[term.values.row * term.bucket[place]]; });
  }
  return part;
}

/// Writes them, in both versions. Place -1 of the shifted one lies in the gap between the two.
template <class Tile>
__device__ __forceinline__ void write_slice(float* slice, const SlicePart<Tile>& part, int writer) {
#pragma unroll
  for (int i = 0; i < SlicePart<Tile>::kCount; ++i) {
    const int x = writer + i * Tile::kWriters;
    if ((i + 1) * Tile::kWriters > Tile::kSlice && x >= Tile::kSlice) continue;
    write_shared(slice + x, part.values[i]);
    write_shared(slice + Tile::kShifted + x - 1, part.values[i]);
  }
}

/// What the writers do. Values are asked for before the slot is waited for, so that memory's latency is not seen.
template <class Tile>
__device__ inline void write_slices(const Arguments& arguments, Shared<Tile>& shared) {
  const bool bias = Tile::kBias || (Tile::kAny && arguments.bias_slices);
  const bool factor = Tile::kFactor || (Tile::kAny && arguments.factor_slices);
  if (!bias && !factor) return;
  const int writer = static_cast<int>(threadIdx.x) - 32;
  Ring<Tile::kKeyStages> ring;
  for (std::int64_t unit = blockIdx.x; unit < work_count<Tile>(arguments.problem); unit += gridDim.x) {
    const Work work = work_at<Tile>(arguments, static_cast<int>(unit));
#pragma unroll 1
    for (int block = 0; block < work.key_blocks; ++block) {
      const int difference = work.first_query - block * Tile::kKeys + Tile::kQueries;
      SlicePart<Tile> of_bias, of_factor;
      if (bias) of_bias = read_slice<Tile>(arguments, arguments.problem.bias, work.head, difference, writer);
      if (factor) of_factor = read_slice<Tile>(arguments, arguments.problem.factor, work.head, difference, writer);
      mbarrier_wait(&shared.terms_empty[ring.slot], ring.parity ^ 1);
      if (bias) {
#pragma unroll
        for (float& value : of_bias.values) value = bias_unit(value);
        write_slice<Tile>(shared.bias[ring.slot], of_bias, writer);
      }
      if (factor) write_slice<Tile>(shared.factor[ring.slot], of_factor, writer);
      release_slot(&shared.terms_full[ring.slot]);
      ring.advance();
    }
  }
}

}  // namespace attest::cuda::hopper
