// SPDX-License-Identifier: Apache-2.0
// wgmma.mma_async.m64nNk16 (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions"). A product takes place as late
// as it may: when the thread waits for its group. Until then the accumulators hold NaN, and nobody may write them; the
// operands in shared memory and in registers are read only then.
#pragma once

#include <cstdint>

namespace attest::cuda::emulation::sm90 {

struct Product {
  float* d;  ///< columns / 2 accumulators of the thread
  int columns;
  const std::uint32_t* a;  ///< 4 registers, or null: `a_shared` describes A
  std::uint64_t a_shared, b_shared;
  bool b_transposed;  ///< the columns of B are contiguous, not its depth
  bool accumulate;
  double (*read)(std::uint16_t);
};

template <class Number>
auto reader() {
  return +[](std::uint16_t bits) -> double { return to_float(Number{bits}); };
}

/// wgmma.fence, the product, wgmma.commit_group. DeviceError if the warps of a group do not execute the same products,
/// or if the registers were not handed over.
void products_fence();
void begin_product(const Product& product);
void products_commit();
/// Until at most `pending` groups of the calling warp are unfinished.
void products_wait(int pending);

}  // namespace attest::cuda::emulation::sm90
