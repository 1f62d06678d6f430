// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "kernels/attest_kernel.h"

namespace attest::cuda::hopper {

/// What the copy engine is told of a tensor of 16-bit numbers: CUtensorMap.
struct alignas(128) TensorMap {
  std::uint64_t words[16];
};

/// Axes: columns, rows, heads, batches. A copy takes a box of columns and rows, and leaves 0 for what lies outside.
struct TensorShape {
  const void* data;                      ///< a multiple of 16
  std::array<std::uint64_t, 4> sizes;    ///< 1, ..., 2^32
  std::array<std::uint64_t, 3> strides;  ///< bytes, of rows, heads, batches; multiples of 16 below 2^40
  std::array<std::uint32_t, 2> box;      ///< columns, rows: 1, ..., 256
  int swizzle;                           ///< bytes of its span, which the box's columns fill: 64 or 128
};

/// ATTEST_FAILED with the driver's refusal. Needs the driver (it is found at run time; nothing links it).
attest_status encode(const TensorShape& shape, TensorMap& map, attest_message why);

}  // namespace attest::cuda::hopper
