// SPDX-License-Identifier: Apache-2.0
// What the device code is written in, beside CUDA's own built-ins: one function for each instruction that C++ does not
// have, and for each access to shared memory. There are two sets of bodies under these names. This one, for nvcc, is
// PTX. The other runs on the host, a fiber for each thread, and checks every access
// (tests/kernels/cuda/emulation/device.hpp, which a host compiler includes first); so the device code is tested where
// there is no GPU. Device code therefore
//   - reads and writes shared memory through read_shared, write_shared and the instructions below, never through a
//   pointer,
//   - has its shared memory in one piece, dynamic_shared(), aligned to 1024 bytes,
//   - calls every instruction of a warp (__syncwarp, shuffles, ldmatrix, mma) with all 32 lanes,
//   - is launched by launch().
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#include <cuda_runtime.h>
#elif !defined(ATTEST_CUDA_EMULATION)
#error "device code: compile with nvcc, or include tests/kernels/cuda/emulation/device.hpp before it"
#endif

namespace attest::cuda {

/// 10 * compute capability that is being compiled for; a host compiles for all.
#if defined(__CUDA_ARCH__)
inline constexpr int kArchitecture = __CUDA_ARCH__ / 10;
#else
inline constexpr int kArchitecture = 1000;
#endif

inline constexpr unsigned kAllLanes = 0xffffffffu;

/// The 16-bit formats as they lie in memory.
struct Half {
  std::uint16_t bits;
};
struct Bfloat16 {
  std::uint16_t bits;
};
/// Operands of a tf32 product: a float whose last 13 bits are ignored (round_to_tf32 rounds instead).
struct Tf32 {
  float value;
};

#if defined(__CUDACC__)

// --- shared memory ---

__device__ inline std::byte* dynamic_shared() {
  extern __shared__ __align__(1024) std::byte attest_shared[];
  return attest_shared;
}
template <class T>
__device__ inline T read_shared(const T* from) {
  return *from;
}
template <class T>
__device__ inline void write_shared(T* to, T value) {
  *to = value;
}
/// The address as PTX wants it.
__device__ inline std::uint32_t shared_address(const void* at) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(at));
}

// --- barriers of some of a block's warps: bar.sync and bar.arrive. id from 1 to 15, threads a multiple of 32 ---

__device__ inline void barrier_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ inline void barrier_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// --- numbers ---

/// 2^x to a relative error of 2^-22 (PTX ISA, ex2.approx.ftz.f32); 0 for -infinity; subnormal results are 0.
__device__ inline float exp2_approx(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
__device__ inline float as_float(std::uint32_t bits) { return __uint_as_float(bits); }
__device__ inline std::uint32_t as_bits(float value) { return __float_as_uint(value); }

__device__ inline float to_float(float x) { return x; }
__device__ inline float to_float(Half x) {
  float y;
  asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x.bits));
  return y;
}
__device__ inline float to_float(Bfloat16 x) { return as_float(static_cast<std::uint32_t>(x.bits) << 16); }

/// Rounded to nearest, ties to even.
template <class T>
__device__ inline T from_float(float x);
template <>
__device__ inline float from_float<float>(float x) {
  return x;
}
template <>
__device__ inline Half from_float<Half>(float x) {
  Half y;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y.bits) : "f"(x));
  return y;
}
template <>
__device__ inline Bfloat16 from_float<Bfloat16>(float x) {
  // Without the instruction, which sm_80 brought: half an ulp is added to the pattern, less 1 where the last kept bit
  // is even.
  const std::uint32_t bits = as_bits(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return {0x7fff};
  return {static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}

// --- sm_80 and later ---

/// Two numbers rounded to nearest even: `low` in the lower half of the result.
template <class T>
__device__ inline std::uint32_t pack(float low, float high);
template <>
__device__ inline std::uint32_t pack<Half>(float low, float high) {
  std::uint32_t y;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(y) : "f"(high), "f"(low));
  return y;
}
template <>
__device__ inline std::uint32_t pack<Bfloat16>(float low, float high) {
  std::uint32_t y;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(y) : "f"(high), "f"(low));
  return y;
}
/// Rounded to tf32's 11 bits, nearest, ties away from zero: a relative error of at most 2^-11.
__device__ inline std::uint32_t round_to_tf32(float x) {
  std::uint32_t y;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y) : "f"(x));
  return y;
}

// --- asynchronous copies, 16 bytes each (cp.async) ---

/// Both addresses are multiples of 16. If not valid, 16 zero bytes are written and `global` is not read.
__device__ inline void copy_async_16(void* shared, const void* global, bool valid) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(shared)),
               "l"(__cvta_generic_to_global(global)), "r"(valid ? 16 : 0)
               : "memory");
}
/// Closes a group of the calling thread's copies.
__device__ inline void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/// Waits until at most `kPending` of the calling thread's groups are unfinished. Other threads see the copies after a
/// barrier.
template <int kPending>
__device__ inline void wait_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
}

// --- matrix fragments of a warp (PTX ISA, "Matrix Fragments for mma") ---

/// ldmatrix.x4: lane l names row l % 8 of matrix l / 8, 16 bytes at a multiple of 16; lane l gets the 32-bit word l % 4
/// of row l / 4 of each matrix.
__device__ inline void load_matrices(std::uint32_t (&words)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "r"(shared_address(row))
               : "memory");
}
/// The same with the 8 x 8 matrices of 16-bit numbers transposed.
__device__ inline void load_matrices_transposed(std::uint32_t (&words)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "r"(shared_address(row))
               : "memory");
}

/// c += a b for 16 x 8 floats; a is 16 x depth, b depth x 8, depth = 16 (Half, Bfloat16) or 8 (Tf32): mma.sync.
template <class Operand>
__device__ inline void multiply_accumulate(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]);

#define ATTEST_CUDA_MMA(Operand, shape)                                                                       \
  template <>                                                                                                 \
  __device__ inline void multiply_accumulate<Operand>(float(&c)[4], const std::uint32_t(&a)[4],               \
                                                      const std::uint32_t(&b)[2]) {                           \
    asm volatile("mma.sync.aligned." shape " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                             \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                         \
  }
ATTEST_CUDA_MMA(Half, "m16n8k16.row.col.f32.f16.f16.f32")
ATTEST_CUDA_MMA(Bfloat16, "m16n8k16.row.col.f32.bf16.bf16.f32")
ATTEST_CUDA_MMA(Tf32, "m16n8k8.row.col.f32.tf32.tf32.f32")
#undef ATTEST_CUDA_MMA

/// kernel<<<grid, threads, shared_bytes, stream>>>(arguments...); an error of the launch itself.
template <class... Parameters, class... Arguments>
cudaError_t launch(void (*kernel)(Parameters...), dim3 grid, dim3 threads, std::size_t shared_bytes,
                   cudaStream_t stream, Arguments... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = threads;
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

#endif  // __CUDACC__

}  // namespace attest::cuda
