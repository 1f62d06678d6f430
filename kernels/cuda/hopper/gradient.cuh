// SPDX-License-Identifier: Apache-2.0
// dQ, dK and dV on sm_90a. A block owns rows of one of them and goes over the columns in one order: no atomics, the
// same bits each time. Weights come again from the log-sum-exp that the forward pass stored; dS and the weights go from
// the accumulators of the first two products into the operands of the last ones without leaving their registers. One
// warp group copies blocks of columns into a ring of shared memory; the products of one of the others run beside the
// exponentials of the other.
#pragma once

#include "kernels/cuda/hopper/attention.cuh"
#include "kernels/cuda/hopper/gradient_weigh.cuh"

namespace attest::cuda::hopper {

/// The copies, by one thread.
template <class Tile>
__device__ inline void produce_gradients(const GradientArguments& arguments, GradientShared<Tile>& shared) {
  const Input& first_rows = Tile::kByKey ? arguments.key : arguments.query;
  const Input& second_rows = Tile::kByKey ? arguments.value : arguments.grad_output;
  const Input& first_columns = Tile::kByKey ? arguments.query : arguments.key;
  const Input& second_columns = Tile::kByKey ? arguments.grad_output : arguments.value;
  constexpr int kSliceBytes = 4 * Tile::kSlice, kNumberBytes = 4 * Tile::kKeys;
  constexpr int kStageBytes =
      2 * Tile::kKeyBytes + 2 * (Tile::kBias + Tile::kFactor) * kSliceBytes + 2 * Tile::kByKey * kNumberBytes;
  Ring<Tile::kStages> ring;
  std::uint32_t rows_parity = 0;

  for (std::int64_t unit = blockIdx.x; unit < gradient_work_count<Tile>(arguments); unit += gridDim.x) {
    const GradientWork work = gradient_work_at<Tile>(arguments, static_cast<int>(unit));
    if (work.first_block == work.end_block) continue;
    for (int b = 0; b < arguments.batches_each; ++b)
      for (int h = 0; h < arguments.heads_each; ++h) {
        const int batch = work.batch + b, head = work.head + h;
        const auto copy = [batch, head](std::byte* to, const Input& input, int row, int rows, std::uint64_t* barrier) {
          for (int chunk = 0; chunk < Tile::kChunks; ++chunk)
            copy_box(to + chunk * rows * Tile::kSwizzle, input.map, chunk * Tile::kChunk, row, head * input.head,
                     batch * input.batch, barrier);
        };
        const auto copy_slice = [&](float* to, const float* spread, int first_column, std::uint64_t* barrier) {
          const float* from = spread + 2 * static_cast<std::int64_t>(arguments.spread_length) * head +
                              arguments.spread_origin + first_column - work.first_row - Tile::kQueries;
          copy_bulk(to, from, kSliceBytes, barrier);
          copy_bulk(to + Tile::kShifted, from + arguments.spread_length, kSliceBytes, barrier);
        };
        mbarrier_wait(&shared.rows_empty, rows_parity ^ 1);
        rows_parity ^= 1;
        mbarrier_arrive_expect(&shared.rows_full, 2 * Tile::kQueryBytes);
        copy(shared.first, first_rows, work.first_row, Tile::kQueries, &shared.rows_full);
        copy(shared.second, second_rows, work.first_row, Tile::kQueries, &shared.rows_full);
        for (int block = work.first_block; block < work.end_block; ++block) {
          GradientStage<Tile>& stage = shared.stages[ring.slot];
          std::uint64_t* full = &shared.full[ring.slot];
          const int first_column = block * Tile::kKeys;
          mbarrier_wait(&shared.empty[ring.slot], ring.parity ^ 1);
          mbarrier_arrive_expect(full, kStageBytes);
          copy(stage.first, first_columns, first_column, Tile::kKeys, full);
          copy(stage.second, second_columns, first_column, Tile::kKeys, full);
          if constexpr (Tile::kBias) copy_slice(stage.bias, arguments.bias_spread, first_column, full);
          if constexpr (Tile::kFactor) copy_slice(stage.factor, arguments.factor_spread, first_column, full);
          if constexpr (Tile::kByKey) {
            const std::int64_t from = (batch * arguments.problem.heads + head) * arguments.number_length + first_column;
            copy_bulk(stage.log_sum_exp, arguments.log_sum_exp + from, kNumberBytes, full);
            copy_bulk(stage.delta, arguments.delta + from, kNumberBytes, full);
          }
          ring.advance();
        }
      }
  }
}

/// Writes what exists of the thread's two rows of a gradient; nothing of one that nobody asked for.
template <class Tile>
__device__ __forceinline__ void write_gradient(const attest_tensor& to, const GradientWork& work, const Place& place,
                                               int rows, std::int64_t columns, float scale,
                                               const float (&sums)[Tile::kWidth / 2]) {
  if (to.data == nullptr) return;
#pragma unroll
  for (int upper = 0; upper < 2; ++upper) {
    const int at = place.query + 8 * upper;
    if (at >= rows) continue;
    auto* row = row_at<std::uint16_t>(to, work.batch, work.head, at);
    const bool in_pairs = reinterpret_cast<std::uintptr_t>(row) % sizeof(std::uint32_t) == 0;
#pragma unroll
    for (int g = 0; g < Tile::kWidth / 8; ++g) {
      const int column = 8 * g + 2 * place.pair;
      const std::uint32_t both =
          pack<typename Tile::Number>(sums[4 * g + 2 * upper] * scale, sums[4 * g + 2 * upper + 1] * scale);
      if (in_pairs && column + 1 < columns) {
        *reinterpret_cast<std::uint32_t*>(row + column) = both;
      } else {
        if (column < columns) row[column] = static_cast<std::uint16_t>(both);
        if (column + 1 < columns) row[column + 1] = static_cast<std::uint16_t>(both >> 16);
      }
    }
  }
}

/// One warp group's 64 rows of each unit of work.
template <class Tile>
__device__ __forceinline__ void consume_gradients(const GradientArguments& arguments, GradientShared<Tile>& shared,
                                                  int group) {
  const int thread = threadIdx.x % 128;
  constexpr int kOneSpan = 16;  // operands by rows are read within one chunk: no next one
  constexpr int kStageBytes = sizeof(GradientStage<Tile>), kNext = Tile::kKeys * Tile::kSwizzle;
  const auto rows_at = [group](const std::byte* rows) {
    return matrix_descriptor<Tile::kSwizzle>(shared_address(rows) + group * 64 * Tile::kSwizzle, kOneSpan);
  };
  const std::uint64_t first_rows = rows_at(shared.first), second_rows = rows_at(shared.second);
  const std::uint32_t first_columns = shared_address(shared.stages[0].first),
                      second_columns = shared_address(shared.stages[0].second);
  const auto by_rows = [](std::uint32_t at) { return matrix_descriptor<Tile::kSwizzle>(at, kOneSpan); };
  const auto by_columns = [](std::uint32_t at) { return matrix_descriptor<Tile::kSwizzle>(at, kNext); };
  const std::uint64_t first_by_rows = by_rows(first_columns), second_by_rows = by_rows(second_columns),
                      first_by_columns = by_columns(first_columns), second_by_columns = by_columns(second_columns);
  Ring<Tile::kStages> ring;
  std::uint32_t rows_parity = 0;
  Place place;
  place.row = 64 * group + 16 * (thread / 32) + thread % 32 / 4;
  place.pair = thread % 4;

  for (std::int64_t unit = blockIdx.x; unit < gradient_work_count<Tile>(arguments); unit += gridDim.x) {
    const GradientWork work = gradient_work_at<Tile>(arguments, static_cast<int>(unit));
    place.query = work.first_row + place.row;
    float sums[Tile::kWidth / 2], value_sums[Tile::kByKey ? Tile::kWidth / 2 : 1];
#pragma unroll
    for (float& sum : sums) sum = 0;
#pragma unroll
    for (float& sum : value_sums) sum = 0;

    const int passes = work.first_block == work.end_block ? 0 : arguments.batches_each * arguments.heads_each;
    for (int pass = 0; pass < passes; ++pass) {
      RowNumbers numbers = {};
      if constexpr (!Tile::kByKey) {
        const int batch = work.batch + pass / arguments.heads_each, head = work.head + pass % arguments.heads_each;
        const std::int64_t from = (batch * arguments.problem.heads + head) * arguments.number_length + place.query;
#pragma unroll
        for (int upper = 0; upper < 2; ++upper) {
          numbers.log_sum_exp[upper] = arguments.log_sum_exp[from + 8 * upper];
          numbers.delta[upper] = arguments.delta[from + 8 * upper];
        }
      }
      mbarrier_wait(&shared.rows_full, rows_parity);
      rows_parity ^= 1;
      for (int block = work.first_block; block < work.end_block; ++block) {
        const int stage = ring.slot * kStageBytes;
        float scores[Tile::kKeys / 2], products[Tile::kKeys / 2];
        mbarrier_wait(&shared.full[ring.slot], ring.parity);
        begin_scores<Tile>(scores, first_rows, moved(first_by_rows, stage));
        begin_scores<Tile>(products, second_rows, moved(second_by_rows, stage));
        products_wait<0>();
        pin(scores);
        pin(products);
        weigh_gradients<Tile>(arguments, shared.stages[ring.slot], place, numbers, work.first_row, block * Tile::kKeys,
                              scores, products);
        std::uint32_t weights[Tile::kByKey ? Tile::kKeys / 4 : 1], gradients[Tile::kKeys / 4];
        if constexpr (Tile::kByKey) {
          round_weights<Tile>(weights, scores);
          begin_output<Tile>(value_sums, weights, moved(second_by_columns, stage));
        }
        round_weights<Tile>(gradients, products);
        begin_output<Tile>(sums, gradients, moved(first_by_columns, stage));
        products_wait<0>();
        pin(sums);
        pin(gradients);
        if constexpr (Tile::kByKey) {
          pin(value_sums);
          pin(weights);
        }
        release_slot(&shared.empty[ring.slot]);
        ring.advance();
      }
      release_slot(&shared.rows_empty);
    }
    const attest_problem& problem = arguments.problem;
    const int rows = rows_of<Tile>(arguments);
    write_gradient<Tile>(Tile::kByKey ? arguments.grad_key : arguments.grad_query, work, place, rows, problem.width,
                         arguments.scale, sums);
    if constexpr (Tile::kByKey)
      write_gradient<Tile>(arguments.grad_value, work, place, rows, problem.value_width, 1, value_sums);
  }
}

/// The kernel: the first warp group copies, the others compute. Empty where it lacks the instructions, and never
/// launched there.
template <class Tile>
__global__ void __launch_bounds__(Tile::kThreads, 1)
    gradient_kernel(const __grid_constant__ GradientArguments arguments) {
#if !defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_FEAT_SM90_ALL)
  auto& shared = *reinterpret_cast<GradientShared<Tile>*>(dynamic_shared());
  if (threadIdx.x == 0) {
    constexpr int kWarps = 4 * Tile::kConsumers;
    mbarrier_init(&shared.rows_full, 1);
    mbarrier_init(&shared.rows_empty, kWarps);
    for (int slot = 0; slot < Tile::kStages; ++slot) {
      mbarrier_init(&shared.full[slot], 1);
      mbarrier_init(&shared.empty[slot], kWarps);
    }
    fence_async_proxy();
  }
  __syncthreads();
  const int group =
      __shfl_sync(kAllLanes, static_cast<int>(threadIdx.x / 128), 0);  // tells the compiler that a warp agrees
  if (group == 0) {
    lower_registers<Tile::kProducerRegisters>();
    if (threadIdx.x == 0) produce_gradients<Tile>(arguments, shared);
  } else {
    raise_registers<Tile::kConsumerRegisters>();
    consume_gradients<Tile>(arguments, shared, group - 1);
  }
#endif
}

}  // namespace attest::cuda::hopper
