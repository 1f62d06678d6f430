// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/gradient_parts.cuh"
#include "kernels/cuda/hopper/gradient.cuh"
#include "kernels/cuda/hopper/gradient_inputs.cuh"
#include "kernels/cuda/hopper/launch.cuh"

namespace attest::cuda::hopper {

/// A call: what all its kernels read, and the memory that it takes besides.
struct GradientCall {
  const attest_gradient_problem& problem;
  float* plain_delta;  ///< [batches, heads, queries], to be written
  DeviceMemory& memory;
  cudaStream_t stream;
  attest_message why;

  attest_status allocate(std::int64_t floats, float*& to) const {
    void* pointer = nullptr;
    const attest_status status = memory.allocate(static_cast<std::size_t>(floats) * sizeof(float), pointer, why);
    to = static_cast<float*>(pointer);
    return status;
  }
};

inline unsigned blocks_for(std::int64_t threads, std::int64_t most) {
  return static_cast<unsigned>(std::min<std::int64_t>((threads + kInputThreads - 1) / kInputThreads, most));
}

/// delta and the log-sum-exp, in whole tiles of rows or columns.
inline attest_status enqueue_numbers(const GradientCall& call, GradientArguments& arguments) {
  constexpr int kMostRows = 128;
  constexpr std::int64_t kMostBlocks = 1 << 20;
  const attest_problem& p = call.problem.forward;
  arguments.number_length = padded(static_cast<int>(p.queries), kMostRows);
  const std::int64_t rows = p.batches * p.heads * arguments.number_length;
  float* numbers = nullptr;
  if (const attest_status status = call.allocate(2 * rows, numbers); status != ATTEST_OK) return status;
  arguments.log_sum_exp = numbers;
  arguments.delta = numbers + rows;
  return check(launch(row_numbers, dim3(blocks_for(32 * rows, kMostBlocks)), dim3(kInputThreads), 0, call.stream,
                      call.problem, arguments.number_length, numbers, numbers + rows, call.plain_delta),
               "adding up delta", call.why);
}

/// Slices of B or C for one kind of tile.
template <class Tile>
attest_status enqueue_spread(const GradientCall& call, bool is_bias, const GradientArguments& arguments,
                             const float*& spread) {
  const attest_problem& p = call.problem.forward;
  float* to = nullptr;
  if (const attest_status status = call.allocate(2 * p.heads * arguments.spread_length, to); status != ATTEST_OK)
    return status;
  spread = to;
  const dim3 blocks(blocks_for(arguments.spread_length, 1 << 30), static_cast<unsigned>(p.heads));
  return check(launch(spread_gradient_terms, blocks, dim3(kInputThreads), 0, call.stream, p, is_bias, Tile::kByKey,
                      arguments.spread_origin, arguments.spread_length, to),
               "spreading B or C", call.why);
}

/// The gradients whose rows the tile owns, as far as `arguments` has them. `array` is what they are gradients of.
template <class Tile>
attest_status enqueue_gradient(const GradientCall& call, GradientArguments arguments, const attest_tensor& array) {
  const attest_problem& p = call.problem.forward;
  arguments.part_batches = static_cast<std::int32_t>(parts_of(p.batches, array.batch));
  arguments.part_heads = static_cast<std::int32_t>(parts_of(p.heads, array.head));
  arguments.batches_each = static_cast<std::int32_t>(p.batches / arguments.part_batches);
  arguments.heads_each = static_cast<std::int32_t>(p.heads / arguments.part_heads);
  const int query_box = Tile::kByKey ? Tile::kKeys : Tile::kQueries,
            key_box = Tile::kByKey ? Tile::kQueries : Tile::kKeys;
  attest_status status = describe<Tile>(p.query, p, p.width, p.queries, query_box, arguments.query, call.why);
  if (status == ATTEST_OK) status = describe<Tile>(p.key, p, p.width, p.keys, key_box, arguments.key, call.why);
  if (status == ATTEST_OK)
    status = describe<Tile>(p.value, p, p.value_width, p.keys, key_box, arguments.value, call.why);
  if (status == ATTEST_OK)
    status = describe<Tile>(call.problem.grad_output, p, p.value_width, p.queries, query_box, arguments.grad_output,
                            call.why);
  arguments.spread_origin = padded(rows_of<Tile>(arguments), Tile::kQueries);
  arguments.spread_length = arguments.spread_origin + padded(columns_of<Tile>(arguments), Tile::kKeys);
  if (status == ATTEST_OK && Tile::kBias) status = enqueue_spread<Tile>(call, true, arguments, arguments.bias_spread);
  if (status == ATTEST_OK && Tile::kFactor)
    status = enqueue_spread<Tile>(call, false, arguments, arguments.factor_spread);
  if (status != ATTEST_OK) return status;

  constexpr std::size_t kBytes = sizeof(GradientShared<Tile>);
  status = check(cudaFuncSetAttribute(gradient_kernel<Tile>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      static_cast<int>(kBytes)),
                 "asking for shared memory", call.why);
  if (status != ATTEST_OK) return status;
  const std::int64_t blocks =
      std::min<std::int64_t>(gradient_work_count<Tile>(arguments), device_limits().multiprocessors);
  return check(launch(gradient_kernel<Tile>, dim3(static_cast<unsigned>(blocks)), dim3(Tile::kThreads), kBytes,
                      call.stream, arguments),
               "launching the kernel", call.why);
}

/// dQ, dK and dV, as far as they are asked for. dK and dV come from one kernel where the same batches and heads share
/// key and value.
template <class Number, int kWidth, Terms kTerms>
attest_status enqueue_gradients_of(const GradientCall& call) {
  using ByQuery = GradientTile<Number, kWidth, kTerms, Owner::queries>;
  using ByKey = GradientTile<Number, kWidth, kTerms, Owner::keys>;
  const attest_gradient_problem& g = call.problem;
  const attest_problem& p = g.forward;
  GradientArguments arguments;
  arguments.problem = p;
  arguments.queries = static_cast<std::int32_t>(p.queries);
  arguments.keys = static_cast<std::int32_t>(p.keys);
  arguments.scale = static_cast<float>(p.scale);
  attest_status status = enqueue_numbers(call, arguments);
  if (status == ATTEST_OK && g.grad_query.data != nullptr) {
    GradientArguments of_query = arguments;
    of_query.grad_query = g.grad_query;
    status = enqueue_gradient<ByQuery>(call, of_query, p.query);
  }
  const auto of_keys = [&](bool key, bool value) {
    GradientArguments mine = arguments;
    if (key) mine.grad_key = g.grad_key;
    if (value) mine.grad_value = g.grad_value;
    if (status == ATTEST_OK && (mine.grad_key.data != nullptr || mine.grad_value.data != nullptr))
      status = enqueue_gradient<ByKey>(call, mine, key ? p.key : p.value);
  };
  const bool together = parts_of(p.batches, p.key.batch) == parts_of(p.batches, p.value.batch) &&
                        parts_of(p.heads, p.key.head) == parts_of(p.heads, p.value.head);
  of_keys(true, together);
  if (!together) of_keys(false, true);
  return status;
}

}  // namespace attest::cuda::hopper
