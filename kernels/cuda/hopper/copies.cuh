// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/hopper/arguments.cuh"
#include "kernels/cuda/hopper/instructions.cuh"
#include "kernels/cuda/hopper/tile.cuh"

namespace attest::cuda::hopper {

/// The copies, by one thread. A slot of a ring is filled again when every consumer warp has released it.
template <class Tile>
__device__ inline void produce(const Arguments& arguments, Shared<Tile>& shared) {
  Ring<Tile::kKeyStages> keys;
  Ring<Tile::kStages> values;
  std::uint32_t query_parity = 0;
  const auto copy_rows = [](std::byte* to, const Input& input, const Work& work, int first_row, int rows,
                            std::uint64_t* barrier) {
    for (int chunk = 0; chunk < Tile::kChunks; ++chunk)
      copy_box(to + chunk * rows * Tile::kSwizzle, input.map, chunk * Tile::kChunk, first_row, work.head * input.head,
               work.batch * input.batch, barrier);
  };

  for (std::int64_t unit = blockIdx.x; unit < work_count<Tile>(arguments.problem); unit += gridDim.x) {
    const Work work = work_at<Tile>(arguments, static_cast<int>(unit));
    if (work.key_blocks == 0) continue;
    mbarrier_wait(&shared.query_empty, query_parity ^ 1);
    query_parity ^= 1;
    mbarrier_arrive_expect(&shared.query_full, Tile::kQueryBytes);
    copy_rows(shared.query, arguments.query, work, work.first_query, Tile::kQueries, &shared.query_full);
#pragma unroll 1
    for (int block = 0; block < work.key_blocks; ++block) {
      const int first_key = block * Tile::kKeys;
      mbarrier_wait(&shared.key_empty[keys.slot], keys.parity ^ 1);
      mbarrier_arrive_expect(&shared.key_full[keys.slot], Tile::kKeyBytes);
      copy_rows(shared.key[keys.slot], arguments.key, work, first_key, Tile::kKeys, &shared.key_full[keys.slot]);
      keys.advance();
      mbarrier_wait(&shared.value_empty[values.slot], values.parity ^ 1);
      mbarrier_arrive_expect(&shared.value_full[values.slot], Tile::kKeyBytes);
      copy_rows(shared.value[values.slot], arguments.value, work, first_key, Tile::kKeys,
                &shared.value_full[values.slot]);
      values.advance();
    }
  }
}

}  // namespace attest::cuda::hopper
