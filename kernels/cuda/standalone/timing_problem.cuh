// SPDX-License-Identifier: Apache-2.0
// Problems whose time is taken: shapes of docs/measurements/cuda_kernels.md, numbers of no interest.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/attest_kernel.h"
#include "kernels/cuda/device.hpp"
#include "kernels/cuda/primitives.cuh"
#include "kernels/problem.hpp"

namespace attest::cuda::standalone {

inline constexpr std::int64_t kTokens = 16384, kModelWidth = 2048;  ///< batches * queries, heads * width

/// Numbers of no interest that are finite in every format.
[[maybe_unused]] static __global__ void fill(std::uint16_t* to, std::int64_t size) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < size; i += step)
    to[i] = static_cast<std::uint16_t>(0x3c00u + static_cast<std::uint16_t>(i * 2654435761u >> 20 & 0x81ffu));
}

/// Device memory that is freed at the end.
class Buffers {
 public:
  ~Buffers() {
    for (void* pointer : pointers_) cudaFree(pointer);
  }
  attest_status add(std::size_t bytes, void*& pointer, attest_message why) {
    if (const attest_status status = check(cudaMalloc(&pointer, bytes), "allocating", why); status != ATTEST_OK)
      return status;
    pointers_.push_back(pointer);
    return check(launch(fill, dim3(256), dim3(256), 0, nullptr, static_cast<std::uint16_t*>(pointer),
                        static_cast<std::int64_t>(bytes / 2)),
                 "filling a buffer", why);
  }

 private:
  std::vector<void*> pointers_;
};

inline attest_problem shape_of(std::uint32_t operation, std::uint32_t dtype, std::int64_t length, std::int64_t width) {
  attest_problem p{};
  p.struct_size = sizeof p;
  p.operation = operation;
  p.dtype = dtype;
  p.batches = std::max<std::int64_t>(1, kTokens / length);
  p.heads = kModelWidth / width;
  p.queries = p.keys = length;
  p.width = p.value_width = width;
  p.scale = 1 / std::sqrt(static_cast<double>(width));
  const bool bias = operation != ATTEST_ATTENTION;
  const bool factor = operation == ATTEST_URPE || operation == ATTEST_POSITIONAL;
  p.bias.kind = bias ? ATTEST_TERM_TOEPLITZ : ATTEST_TERM_NONE;
  p.factor.kind = factor ? ATTEST_TERM_TOEPLITZ : ATTEST_TERM_NONE;
  return p;
}

inline attest_status allocate(attest_problem& p, Buffers& buffers, attest_message why) {
  const std::int64_t rows = p.batches * p.heads * p.queries;
  const auto bytes = static_cast<std::size_t>(rows * p.width * kernels::size_of(p.dtype));
  for (attest_tensor* t : {&p.query, &p.key, &p.value, &p.output}) {
    *t = {nullptr, p.heads * p.queries * p.width, p.queries * p.width, p.width};
    if (const attest_status status = buffers.add(bytes, t->data, why); status != ATTEST_OK) return status;
  }
  if (p.operation == ATTEST_POSITIONAL) p.query.batch = p.key.batch = 0;
  for (attest_term* term : {&p.bias, &p.factor}) {
    const std::int64_t span = p.queries + p.keys - 1;
    term->values.head = span;
    if (term->kind == ATTEST_TERM_NONE) continue;
    const attest_status status = buffers.add(static_cast<std::size_t>(p.heads * span) * 4, term->values.data, why);
    if (status != ATTEST_OK) return status;
  }
  return ATTEST_OK;
}

}  // namespace attest::cuda::standalone
