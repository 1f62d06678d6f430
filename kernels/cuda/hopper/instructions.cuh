// SPDX-License-Identifier: Apache-2.0
// The instructions of sm_90a beside the matrix products (wgmma.cuh): memory barriers that count bytes, bulk copies,
// register reallocation. As in primitives.cuh there are two sets of bodies; the host's is in
// tests/kernels/cuda/hopper/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cuda/hopper/arguments.cuh"
#include "kernels/cuda/primitives.cuh"

namespace attest::cuda::hopper {

#if defined(__CUDACC__)

// --- mbarrier: a phase ends when `arrivals` arrivals and all bytes that were announced for it have come in ---

__device__ inline void mbarrier_init(std::uint64_t* barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals) : "memory");
}
/// Makes the calling thread's writes to shared memory, and its mbarrier_inits, known to the copy engine and the matrix
/// unit.
__device__ inline void fence_async_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

__device__ inline void mbarrier_arrive(std::uint64_t* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}
/// Announces bytes for the present phase and arrives.
__device__ inline void mbarrier_arrive_expect(std::uint64_t* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
               : "memory");
}
/// Waits until the phase of this parity has ended; a fresh barrier is in phase 0, and the phase before it (parity 1)
/// has ended.
__device__ inline void mbarrier_wait(std::uint64_t* barrier, std::uint32_t parity) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@done bra end;\n"
      "bra again;\n"
      "end:\n"
      "}\n" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
}

// --- bulk copies from global to shared memory, by the copy engine; the bytes are counted by the barrier ---

/// The box of the map's size at these coordinates (elements); what lies outside the tensor is written as 0.
__device__ inline void copy_box(void* shared, const TensorMap& map, int column, int row, int head, int batch,
                                std::uint64_t* barrier) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], "
      "[%6];" ::"r"(shared_address(shared)),
      "l"(&map), "r"(column), "r"(row), "r"(head), "r"(batch), "r"(shared_address(barrier))
      : "memory");
}
/// bytes and both addresses are multiples of 16.
__device__ inline void copy_bulk(void* shared, const void* global, int bytes, std::uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(shared)),
               "l"(global), "r"(bytes), "r"(shared_address(barrier))
               : "memory");
}

/// Whether any lane of the warp says so.
__device__ inline bool any_lane(bool says) { return __any_sync(kAllLanes, says); }

/// Whether any thread of the calling warp group says so. All of them meet, at the named barrier `id`.
__device__ inline bool any_of_group(int id, bool says) {
  int any;
  asm volatile(
      "{\n"
      ".reg .pred mine, all;\n"
      "setp.ne.b32 mine, %1, 0;\n"
      "barrier.cta.red.or.pred.aligned all, %2, 128, mine;\n"
      "selp.b32 %0, 1, 0, all;\n"
      "}\n"
      : "=r"(any)
      : "r"(static_cast<int>(says)), "r"(id)
      : "memory");
  return any_lane(any != 0);  // tells the compiler that a warp agrees
}

// --- registers of the calling warp group's threads ---

template <int kCount>
__device__ inline void raise_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kCount));
}
template <int kCount>
__device__ inline void lower_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kCount));
}

#endif  // __CUDACC__

}  // namespace attest::cuda::hopper
