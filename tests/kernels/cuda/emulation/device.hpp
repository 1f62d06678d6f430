// SPDX-License-Identifier: Apache-2.0
// CUDA's language for a host compiler: included before device code (g++ -include), it gives the qualifiers, the
// built-ins and the second set of bodies of kernels/cuda/primitives.cuh. Everything here is written from the CUDA
// programming guide and the PTX ISA, not from what our kernels expect. Stricter than hardware where a program must not
// lean on hardware's mercy: shared memory starts as NaN, copies arrive when they are waited for and leave NaN until
// then, lanes that are absent are an error.
#pragma once

#define ATTEST_CUDA_EMULATION 1

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tests/kernels/cuda/emulation/block.hpp"
#include "tests/kernels/cuda/emulation/runtime.hpp"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __restrict__ __restrict
#define __launch_bounds__(...)
#define __grid_constant__
#define threadIdx (::attest::cuda::emulation::block().running->index)
#define blockIdx (::attest::cuda::emulation::block().index)
#define blockDim (::attest::cuda::emulation::block().block_size)
#define gridDim (::attest::cuda::emulation::block().grid_size)

#include "kernels/cuda/primitives.cuh"

inline void __syncthreads() {
  auto& b = attest::cuda::emulation::block();
  b.sync(b.named_barrier(0), static_cast<int>(b.threads.size()), "__syncthreads");
}

namespace attest::cuda::emulation {

inline void need_all_lanes(unsigned mask) {
  if (mask != kAllLanes) block().fail("an instruction of a warp without all of its lanes");
}

struct Shuffle {
  std::uint64_t value;
  int from;
  std::uint64_t result;
};

/// Every lane gets the value of lane `from`.
template <class T>
T shuffle(T value, int from) {
  static_assert(sizeof(T) <= 8);
  Shuffle mine{0, from & 31, 0};
  std::memcpy(&mine.value, &value, sizeof value);
  collective(block().warp_exchange(), 32, "shfl.sync", mine, [](auto& lanes) {
    for (auto* lane : lanes) lane->result = lanes[static_cast<std::size_t>(lane->from)]->value;
  });
  std::memcpy(&value, &mine.result, sizeof value);
  return value;
}

}  // namespace attest::cuda::emulation

inline void __syncwarp(unsigned mask = 0xffffffffu) {
  attest::cuda::emulation::need_all_lanes(mask);
  auto& b = attest::cuda::emulation::block();
  b.sync(b.warp_barrier(), 32, "__syncwarp");
}
template <class T>
T __shfl_sync(unsigned mask, T value, int from) {
  attest::cuda::emulation::need_all_lanes(mask);
  return attest::cuda::emulation::shuffle(value, from);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int other) {
  attest::cuda::emulation::need_all_lanes(mask);
  return attest::cuda::emulation::shuffle(value, attest::cuda::emulation::block().running->lane() ^ other);
}

#include "tests/kernels/cuda/emulation/instructions.hpp"
