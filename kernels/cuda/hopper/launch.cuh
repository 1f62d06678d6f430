// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "kernels/cuda/device.hpp"
#include "kernels/cuda/hopper/attention.cuh"
#include "kernels/problem.hpp"
#include "kernels/terms.hpp"

namespace attest::cuda::hopper {

/// The map of query, key or value for boxes of box_rows rows. An axis of length 1 has no stride, one of stride 0 no
/// length.
template <class Tile>
attest_status describe(const attest_tensor& t, const attest_problem& p, std::int64_t columns, std::int64_t rows,
                       int box_rows, Input& input, attest_message why) {
  constexpr std::int64_t kElement = sizeof(std::uint16_t);
  const std::int64_t least = (columns * kElement + 15) / 16 * 16;
  const auto stride = [least](std::int64_t length, std::int64_t elements) {
    return static_cast<std::uint64_t>(length > 1 && elements > 0 ? elements * kElement : least);
  };
  input.head = p.heads > 1 && t.head != 0;
  input.batch = p.batches > 1 && t.batch != 0;
  return encode(
      {t.data,
       {static_cast<std::uint64_t>(columns), static_cast<std::uint64_t>(rows),
        static_cast<std::uint64_t>(input.head ? p.heads : 1), static_cast<std::uint64_t>(input.batch ? p.batches : 1)},
       {stride(rows, t.row), stride(p.heads, t.head), stride(p.batches, t.batch)},
       {Tile::kChunk, static_cast<std::uint32_t>(box_rows)},
       Tile::kSwizzle},
      input.map, why);
}

template <class Tile>
attest_status enqueue_tile(const attest_problem& p, cudaStream_t stream, attest_message why) {
  Arguments arguments;
  arguments.problem = p;
  arguments.queries = static_cast<std::int32_t>(p.queries);
  arguments.keys = static_cast<std::int32_t>(p.keys);
  arguments.scale_log2 = static_cast<float>(p.scale * kLog2EDouble);
  attest_status status = describe<Tile>(p.query, p, p.width, p.queries, Tile::kQueries, arguments.query, why);
  if (status == ATTEST_OK) status = describe<Tile>(p.key, p, p.width, p.keys, Tile::kKeys, arguments.key, why);
  if (status == ATTEST_OK)
    status = describe<Tile>(p.value, p, p.value_width, p.keys, Tile::kKeys, arguments.value, why);
  if (status != ATTEST_OK) return status;

  arguments.bias_slices = kernels::is_relative(p.bias);
  arguments.factor_slices = kernels::is_relative(p.factor);

  constexpr std::size_t kBytes = sizeof(Shared<Tile>);
  status = check(cudaFuncSetAttribute(attention_kernel<Tile>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      static_cast<int>(kBytes)),
                 "asking for shared memory", why);
  if (status != ATTEST_OK) return status;
  const std::int64_t blocks = std::min<std::int64_t>(work_count<Tile>(p), device_limits().multiprocessors);
  return check(launch(attention_kernel<Tile>, dim3(static_cast<unsigned>(blocks)), dim3(Tile::kThreads), kBytes, stream,
                      arguments),
               "launching the kernel", why);
}

}  // namespace attest::cuda::hopper
