// SPDX-License-Identifier: Apache-2.0
// Attention, RPE and URPE on sm_90a: output = ((softmax(scale Q K' + B) .* C) V for one tile of rows at a time, in one
// pass over the keys (online softmax). One warp group fills rings of shared memory: a thread has blocks of keys and
// values copied, three warps write slices of B and C. The others take turns at the matrix unit, so that the
// exponentials of one run beside the products of another; and each of them starts the scores of the next block before
// the product of this one with V, so that its own products overlap too.
#pragma once

#include "kernels/cuda/hopper/arguments.cuh"
#include "kernels/cuda/hopper/copies.cuh"
#include "kernels/cuda/hopper/instructions.cuh"
#include "kernels/cuda/hopper/slices.cuh"
#include "kernels/cuda/hopper/softmax.cuh"
#include "kernels/cuda/hopper/terms.cuh"
#include "kernels/cuda/hopper/tile.cuh"
#include "kernels/cuda/hopper/wgmma.cuh"

namespace attest::cuda::hopper {

/// Starts scores = Q K' for the warp group's 64 rows and one block of keys.
template <class Tile>
__device__ __forceinline__ void begin_scores(float (&scores)[Tile::kKeys / 2], std::uint64_t query, std::uint64_t key) {
  pin(scores);
  products_begin();
#pragma unroll
  for (int step = 0; step < Tile::kWidth / 16; ++step) {
    const int chunk = 16 * step / Tile::kChunk * Tile::kSwizzle, inside = 2 * (16 * step % Tile::kChunk);
    multiply_transposed<typename Tile::Number, Tile::kKeys>(scores, moved(query, chunk * Tile::kQueries + inside),
                                                            moved(key, chunk * Tile::kKeys + inside), step > 0);
  }
  products_commit();
  pin(scores);
}

/// Starts output += weights V for one block of keys.
template <class Tile>
__device__ __forceinline__ void begin_output(float (&output)[Tile::kWidth / 2],
                                             std::uint32_t (&weights)[Tile::kKeys / 4], std::uint64_t value) {
  pin(output);
  pin(weights);
  products_begin();
#pragma unroll
  for (int step = 0; step < Tile::kKeys / 16; ++step)
    multiply<typename Tile::Number, Tile::kWidth>(output, weights + 4 * step, moved(value, step * 16 * Tile::kSwizzle));
  products_commit();
  pin(output);
}

/// The accumulators of two groups of 8 columns, rounded, are the fragment of A for 16 keys.
template <class Tile>
__device__ __forceinline__ void round_weights(std::uint32_t (&weights)[Tile::kKeys / 4],
                                              const float (&scores)[Tile::kKeys / 2]) {
#pragma unroll
  for (int i = 0; i < Tile::kKeys / 4; ++i) weights[i] = pack<typename Tile::Number>(scores[2 * i], scores[2 * i + 1]);
}

/// Divides by the row's sum and writes what exists of the thread's two rows.
template <class Tile>
__device__ __forceinline__ void finish(const Arguments& arguments, const Work& work, const Place& place,
                                       float (&output)[Tile::kWidth / 2], const Rows& rows) {
  const attest_problem& problem = arguments.problem;
#pragma unroll
  for (int upper = 0; upper < 2; ++upper) {
    float sum = rows.sum[upper], weighted = rows.weighted[upper];
    sum += __shfl_xor_sync(kAllLanes, sum, 1);
    sum += __shfl_xor_sync(kAllLanes, sum, 2);
    weighted += __shfl_xor_sync(kAllLanes, weighted, 1);
    weighted += __shfl_xor_sync(kAllLanes, weighted, 2);
    const float inverse = sum == 0 ? 0.0f : 1 / sum;
    const int query = place.query + 8 * upper;
    if (query >= arguments.queries) continue;
    auto* row = row_at<std::uint16_t>(problem.output, work.batch, work.head, query);
    const bool in_pairs = reinterpret_cast<std::uintptr_t>(row) % sizeof(std::uint32_t) == 0;
#pragma unroll
    for (int g = 0; g < Tile::kWidth / 8; ++g) {
      const int column = 8 * g + 2 * place.pair;
      const std::uint32_t both =
          pack<typename Tile::Number>(output[4 * g + 2 * upper] * inverse, output[4 * g + 2 * upper + 1] * inverse);
      if (in_pairs && column + 1 < problem.value_width) {
        *reinterpret_cast<std::uint32_t*>(row + column) = both;
      } else {
        if (column < problem.value_width) row[column] = static_cast<std::uint16_t>(both);
        if (column + 1 < problem.value_width) row[column + 1] = static_cast<std::uint16_t>(both >> 16);
      }
    }
    if (place.pair != 0) continue;
    if (problem.row_sum.data != nullptr)
      row_at<float>(problem.row_sum, work.batch, work.head, 0)[query] =
          (problem.factor.kind == ATTEST_TERM_NONE ? sum : weighted) * inverse;
    if (problem.log_sum_exp.data != nullptr)
      row_at<float>(problem.log_sum_exp, work.batch, work.head, 0)[query] =
          fmaf(rows.reference[upper], kLn2, logf(sum));
  }
}

/// Whether the four threads that share a row all say so.
__device__ __forceinline__ bool whole_row(bool says) {
  int all = says;
  all &= __shfl_xor_sync(kAllLanes, all, 1);
  all &= __shfl_xor_sync(kAllLanes, all, 2);
  return all != 0;
}

/// One warp group's 64 rows of each unit of work.
template <class Tile>
__device__ __forceinline__ void consume(const Arguments& arguments, Shared<Tile>& shared, int group) {
  constexpr int kPairOfGroups = 256;           // threads that meet when one group passes the turn to the next
  constexpr int kVote = 1 + Tile::kConsumers;  // the first barrier behind those of the turns
  const int my_turn = 1 + group, next_turn = 1 + (group + 1) % Tile::kConsumers;
  if (group == Tile::kConsumers - 1) barrier_arrive(1, kPairOfGroups);  // the first turn

  const int thread = threadIdx.x % 128;
  constexpr int kOneSpan = 16;  // keys and queries are read within one chunk: no next one
  const auto query =
      matrix_descriptor<Tile::kSwizzle>(shared_address(shared.query) + group * 64 * Tile::kSwizzle, kOneSpan);
  const auto key = matrix_descriptor<Tile::kSwizzle>(shared_address(shared.key), kOneSpan);
  const auto value = matrix_descriptor<Tile::kSwizzle>(shared_address(shared.value), Tile::kKeys * Tile::kSwizzle);
  const bool slices = Tile::kAny ? arguments.bias_slices || arguments.factor_slices : Tile::kBias || Tile::kFactor;
  Ring<Tile::kKeyStages> keys;
  Ring<Tile::kStages> values;
  std::uint32_t query_parity = 0;
  Place place;
  place.row = 64 * group + 16 * (thread / 32) + thread % 32 / 4;
  place.pair = thread % 4;

  for (std::int64_t unit = blockIdx.x; unit < work_count<Tile>(arguments.problem); unit += gridDim.x) {
    const Work work = work_at<Tile>(arguments, static_cast<int>(unit));
    place.query = work.first_query + place.row;
    Rows rows = {{kNoKey, kNoKey}, {0, 0}, {0, 0}, {0, 0}};
    float output[Tile::kWidth / 2];
#pragma unroll
    for (float& element : output) element = 0;

    if (work.key_blocks > 0) {
      float scores[Tile::kKeys / 2];
      std::uint32_t weights[Tile::kKeys / 4];
      const auto weigh_block = [&](int block, const auto& make_weights) {
        weigh<Tile>(arguments, work, place, block * Tile::kKeys, shared.bias[keys.slot], shared.factor[keys.slot],
                    scores, rows, make_weights);
      };
      const auto follow_greatest = [&] { follow<Tile>(scores, rows, arguments.scale_log2, {kLag<Tile>, kLag<Tile>}); };
      const auto await_terms = [&] {
        if (slices) mbarrier_wait(&shared.terms_full[keys.slot], keys.parity);
      };
      const auto release_keys = [&] { release_slot(&shared.key_empty[keys.slot]); };
      const auto release_terms = [&] {
        if (slices) release_slot(&shared.terms_empty[keys.slot]);
      };
      const auto await_output = [&] {
        products_wait<0>();
        pin(output);
        pin(weights);
      };
      const auto rescale_output = [&] {
#pragma unroll
        for (int i = 0; i < Tile::kWidth / 2; ++i) output[i] *= rows.correction[i / 2 % 2];
      };

      mbarrier_wait(&shared.query_full, query_parity);
      query_parity ^= 1;
      mbarrier_wait(&shared.key_full[keys.slot], keys.parity);
      begin_scores<Tile>(scores, query, moved(key, keys.slot * Tile::kKeyBytes));
      products_wait<0>();
      pin(scores);
      release_keys();
      await_terms();
      weigh_block(0, follow_greatest);
      release_terms();
      round_weights<Tile>(weights, scores);
      keys.advance();

      for (int block = 1; block < work.key_blocks; ++block) {
        mbarrier_wait(&shared.key_full[keys.slot], keys.parity);
        barrier_sync(my_turn, kPairOfGroups);
        begin_scores<Tile>(scores, query, moved(key, keys.slot * Tile::kKeyBytes));
        mbarrier_wait(&shared.value_full[values.slot], values.parity);
        begin_output<Tile>(output, weights, moved(value, values.slot * Tile::kKeyBytes));
        barrier_arrive(next_turn, kPairOfGroups);
        products_wait<1>();
        pin(scores);
        // A wait in each arm, behind a branch that needs the weights: the compiler moves one that stands alone above
        // the exponentials, and these no longer run beside the product with V.
        if constexpr (Tile::kLagging) {
          await_terms();
          float sums[2];
          weigh_block(block, [&] {
#pragma unroll
            for (int upper = 0; upper < 2; ++upper)
              sums[upper] = exponentiate<Tile>(scores, upper, rows.reference[upper], arguments.scale_log2);
          });
          const bool fits[2] = {sums[0] <= kMostSum, sums[1] <= kMostSum};  // not a NaN
          if (any_of_group(kVote + group, !(fits[0] && fits[1]))) {
            // The block once more, for the whole warp group, as it shares its products. Rows that fit keep their
            // reference, and so their bits, whatever their neighbours do.
            begin_scores<Tile>(scores, query, moved(key, keys.slot * Tile::kKeyBytes));
            await_output();  // and these scores
            pin(scores);
            const float slack[2] = {whole_row(fits[0]) ? INFINITY : 0.0f, whole_row(fits[1]) ? INFINITY : 0.0f};
            weigh_block(block, [&] { follow<Tile>(scores, rows, arguments.scale_log2, slack); });
            release_keys();
            release_terms();
            rescale_output();
          } else {
            rows.sum[0] += sums[0];
            rows.sum[1] += sums[1];
            release_keys();
            release_terms();
            await_output();
          }
        } else {
          release_keys();
          await_terms();
          weigh_block(block, follow_greatest);
          release_terms();
          if (any_lane(rows.correction[0] != 1 || rows.correction[1] != 1)) {
            await_output();
            rescale_output();
          } else {
            await_output();
          }
        }
        release_slot(&shared.value_empty[values.slot]);
        round_weights<Tile>(weights, scores);
        keys.advance();
        values.advance();
      }
      release_slot(&shared.query_empty);
      mbarrier_wait(&shared.value_full[values.slot], values.parity);
      begin_output<Tile>(output, weights, moved(value, values.slot * Tile::kKeyBytes));
      products_wait<0>();
      pin(output);
      release_slot(&shared.value_empty[values.slot]);
      values.advance();
    }
    finish<Tile>(arguments, work, place, output, rows);
  }
  if (group == 0) barrier_sync(my_turn, kPairOfGroups);  // takes the turn that the last group left
}

/// What a block of Tile::kThreads threads does: the first warp group copies, the others compute.
template <class Tile>
__device__ __forceinline__ void attend(const Arguments& arguments) {
  auto& shared = *reinterpret_cast<Shared<Tile>*>(dynamic_shared());
  if (threadIdx.x == 0) {
    constexpr int kWarps = 4 * Tile::kConsumers;
    const auto init = [](std::uint64_t* full, int arrivals, std::uint64_t* empty) {
      mbarrier_init(full, arrivals);
      mbarrier_init(empty, kWarps);
    };
    init(&shared.query_full, 1, &shared.query_empty);
    for (int slot = 0; slot < Tile::kKeyStages; ++slot) {
      init(&shared.key_full[slot], 1, &shared.key_empty[slot]);
      init(&shared.terms_full[slot], Tile::kWriters / 32, &shared.terms_empty[slot]);
    }
    for (int slot = 0; slot < Tile::kStages; ++slot) init(&shared.value_full[slot], 1, &shared.value_empty[slot]);
    fence_async_proxy();
  }
  __syncthreads();
  const int group =
      __shfl_sync(kAllLanes, static_cast<int>(threadIdx.x / 128), 0);  // tells the compiler that a warp agrees
  if (group == 0) {
    lower_registers<Tile::kProducerRegisters>();
    if (threadIdx.x == 0) produce<Tile>(arguments, shared);
    if (Tile::kTerms != Terms::kNone && threadIdx.x >= 128 - Tile::kWriters) write_slices<Tile>(arguments, shared);
  } else {
    raise_registers<Tile::kConsumerRegisters>();
    consume<Tile>(arguments, shared, group - 1);
  }
}

/// The kernel. Code for other architectures, which lack the instructions, is empty and never launched.
template <class Tile>
__global__ void __launch_bounds__(Tile::kThreads, 1) attention_kernel(const __grid_constant__ Arguments arguments) {
#if !defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_FEAT_SM90_ALL)
  attend<Tile>(arguments);
#endif
}

}  // namespace attest::cuda::hopper
