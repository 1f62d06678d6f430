// SPDX-License-Identifier: Apache-2.0
// The host's bodies of kernels/cuda/hopper/instructions.cuh and wgmma.cuh, written from the PTX ISA. Included before
// Hopper device code.
#pragma once

#include <algorithm>

#include "tests/kernels/cuda/emulation/device.hpp"

namespace attest::cuda {
/// Addresses of shared memory start at 0.
inline std::uint32_t shared_address(const void* at) {
  return static_cast<std::uint32_t>(static_cast<const std::byte*>(at) - dynamic_shared());
}
}  // namespace attest::cuda

#include "kernels/cuda/hopper/instructions.cuh"
#include "kernels/cuda/hopper/wgmma.cuh"
#include "tests/kernels/cuda/hopper/emulation/copies.hpp"
#include "tests/kernels/cuda/hopper/emulation/engines.hpp"
#include "tests/kernels/cuda/hopper/emulation/products.hpp"
#include "tests/kernels/cuda/hopper/emulation/registers.hpp"

namespace attest::cuda::hopper {

inline void mbarrier_init(std::uint64_t* barrier, int arrivals) { emulation::sm90::init(barrier, arrivals); }
inline void fence_async_proxy() { emulation::sm90::fence(); }
inline void mbarrier_arrive(std::uint64_t* barrier) { emulation::sm90::arrive(barrier, 0); }
inline void mbarrier_arrive_expect(std::uint64_t* barrier, int bytes) { emulation::sm90::arrive(barrier, bytes); }
inline void mbarrier_wait(std::uint64_t* barrier, std::uint32_t parity) { emulation::sm90::wait(barrier, parity); }

inline void copy_box(void* shared, const TensorMap& map, int column, int row, int head, int batch,
                     std::uint64_t* barrier) {
  emulation::sm90::copy_box(shared, map, {column, row, head, batch}, barrier);
}
inline void copy_bulk(void* shared, const void* global, int bytes, std::uint64_t* barrier) {
  emulation::sm90::copy_bulk(shared, global, bytes, barrier);
}

inline bool any_lane(bool says) {
  emulation::collective(emulation::block().warp_exchange(), 32, "vote.any", says, [](const std::vector<bool*>& lanes) {
    const bool any = std::any_of(lanes.begin(), lanes.end(), [](const bool* lane) { return *lane; });
    for (bool* lane : lanes) *lane = any;
  });
  return says;
}

inline bool any_of_group(int id, bool says) {
  const int group = emulation::block().running->number / 128;
  if (emulation::sm90::engines().votes.try_emplace(id, group).first->second != group)
    emulation::block().fail("barrier.red of two warp groups at one barrier");
  auto& together = emulation::block().warp_group_exchange();
  emulation::collective(together, 128, "barrier.red.or", says, [](const std::vector<bool*>& threads) {
    const bool any = std::any_of(threads.begin(), threads.end(), [](const bool* thread) { return *thread; });
    for (bool* thread : threads) *thread = any;
  });
  return says;
}

template <int kCount>
void raise_registers() {
  emulation::sm90::set_registers(kCount, true);
}
template <int kCount>
void lower_registers() {
  emulation::sm90::set_registers(kCount, false);
}

inline void products_begin() { emulation::sm90::products_fence(); }
inline void products_commit() { emulation::sm90::products_commit(); }
template <int kPending>
void products_wait() {
  emulation::sm90::products_wait(kPending);
}
template <class Register, int kCount>
void pin(Register (&)[kCount]) {}

template <class Number, int kColumns>
void multiply_transposed(float (&d)[kColumns / 2], std::uint64_t a, std::uint64_t b, bool accumulate) {
  emulation::sm90::begin_product({d, kColumns, nullptr, a, b, false, accumulate, emulation::sm90::reader<Number>()});
}
template <class Number, int kColumns>
void multiply(float (&d)[kColumns / 2], const std::uint32_t* a, std::uint64_t b) {
  emulation::sm90::begin_product({d, kColumns, a, 0, b, true, true, emulation::sm90::reader<Number>()});
}

}  // namespace attest::cuda::hopper
