// SPDX-License-Identifier: Apache-2.0
// mbarriers and bulk copies (PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier", "Data
// Movement and Conversion Instructions: Bulk copy", "Tensor copy"). A copy leaves NaN where it will write and arrives
// as late as it may: when no thread can go on without it. So code that does not wait for it, or that lets it write too
// early, computes NaN.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/cuda/hopper/tensor_map.hpp"

namespace attest::cuda::emulation::sm90 {

using hopper::TensorMap;

void init(std::uint64_t* barrier, int arrivals);
void fence();
/// Announces bytes (if any), then arrives once.
void arrive(std::uint64_t* barrier, int bytes);
void wait(std::uint64_t* barrier, std::uint32_t parity);

void copy_box(void* shared, const TensorMap& map, std::array<int, 4> at, std::uint64_t* barrier);
void copy_bulk(void* shared, const void* global, int bytes, std::uint64_t* barrier);

/// Where the swizzle of this span moves the byte at a shared address: the address's 16-byte word within the span is
/// combined with the number of the 128-byte line by exclusive or.
inline std::uint32_t swizzled(std::uint32_t address, int span) {
  const std::uint32_t words = static_cast<std::uint32_t>(span) / 16 - 1;
  return address ^ ((address >> 7 & words) << 4);
}

}  // namespace attest::cuda::emulation::sm90
