// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/primitives.cuh"

namespace attest::cuda {

/// Which batches and heads add up to one part of an array's gradient: one of them, or all where the array has a stride
/// of 0 there.
struct Range {
  std::int64_t first, end;
};
__host__ __device__ inline std::int64_t parts_of(std::int64_t length, std::int64_t stride) {
  return stride == 0 && length > 0 ? 1 : length;
}
__device__ inline Range range_of(std::int64_t part, std::int64_t length, std::int64_t stride) {
  return stride == 0 ? Range{0, length} : Range{part, part + 1};
}

}  // namespace attest::cuda
