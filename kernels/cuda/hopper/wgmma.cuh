// SPDX-License-Identifier: Apache-2.0
// The matrix products of a warp group, wgmma.mma_async.m64nNk16 with float32 accumulation (PTX ISA, "Asynchronous
// warpgroup level matrix instructions"). Accumulator i of a thread is row 16 (warp % 4) + lane / 4 + 8 (i / 2 % 2),
// column 8 (i / 4) + 2 (lane % 4) + i % 2.
#pragma once

#include <cstdint>

#include "kernels/cuda/primitives.cuh"

namespace attest::cuda::hopper {

/// An operand in shared memory: rows of kSwizzle bytes (64 or 128) whose 16-byte words are permuted by the swizzle of
/// that span, starting at a multiple of 8 rows. `next` is the distance in bytes to the next chunk of columns, for an
/// operand whose columns are its outer index (value); keys and queries are read inside one chunk.
template <int kSwizzle>
__device__ inline std::uint64_t matrix_descriptor(std::uint32_t shared, int next) {
  const auto field = [](std::uint32_t bytes) { return static_cast<std::uint64_t>((bytes & 0x3ffffu) >> 4); };
  constexpr std::uint64_t kMode = kSwizzle == 128 ? 1 : 2;
  return field(shared) | field(static_cast<std::uint32_t>(next)) << 16 | field(8 * kSwizzle) << 32 | kMode << 62;
}
/// The operand so many bytes further on, a multiple of 16. Shared memory ends before the address's field does.
__device__ __forceinline__ std::uint64_t moved(std::uint64_t descriptor, int bytes) {
  return descriptor + static_cast<std::uint64_t>(bytes / 16);
}

#if defined(__CUDACC__)

/// Before the first product of a group: registers that the thread wrote are handed to the matrix unit.
__device__ __forceinline__ void products_begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
/// Closes a group.
__device__ __forceinline__ void products_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
/// Until at most kPending groups are unfinished.
template <int kPending>
__device__ __forceinline__ void products_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kPending) : "memory");
}
/// Keeps the compiler from moving accesses to the registers across this place: it does not know that a product is still
/// running.
template <int kCount>
__device__ __forceinline__ void pin(float (&registers)[kCount]) {
#pragma unroll
  for (int i = 0; i < kCount; ++i) asm volatile("" : "+f"(registers[i])::"memory");
}
template <int kCount>
__device__ __forceinline__ void pin(std::uint32_t (&registers)[kCount]) {
#pragma unroll
  for (int i = 0; i < kCount; ++i) asm volatile("" : "+r"(registers[i])::"memory");
}

/// d = a b' (accumulate: d += a b'): a is 64 x 16, b is columns x 16, both in shared memory with the 16 contiguous.
template <class Number, int kColumns>
__device__ __forceinline__ void multiply_transposed(float (&d)[kColumns / 2], std::uint64_t a, std::uint64_t b,
                                                    bool accumulate);
/// d += a b: a is 64 x 16 in registers (the fragment of mma's A for each warp's 16 rows), b is 16 x columns in shared
/// memory with the columns contiguous.
template <class Number, int kColumns>
__device__ __forceinline__ void multiply(float (&d)[kColumns / 2], const std::uint32_t* a, std::uint64_t b);

// Inline PTX wants its registers by name, one by one.
#define ATTEST_REGISTERS_0 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15"
#define ATTEST_REGISTERS_1 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define ATTEST_REGISTERS_2 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"
#define ATTEST_REGISTERS_3 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define ATTEST_REGISTERS_4 "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79"
#define ATTEST_REGISTERS_5 "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define ATTEST_REGISTERS_6 "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111"
#define ATTEST_REGISTERS_7 \
  "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
#define ATTEST_LIST_32 ATTEST_REGISTERS_0
#define ATTEST_LIST_64 ATTEST_REGISTERS_0 ", " ATTEST_REGISTERS_1
#define ATTEST_LIST_96 ATTEST_REGISTERS_0 ", " ATTEST_REGISTERS_1 ", " ATTEST_REGISTERS_2
#define ATTEST_LIST_112 ATTEST_LIST_96 ", %48, %49, %50, %51, %52, %53, %54, %55"
#define ATTEST_LIST_128 ATTEST_REGISTERS_0 ", " ATTEST_REGISTERS_1 ", " ATTEST_REGISTERS_2 ", " ATTEST_REGISTERS_3
#define ATTEST_LIST_256                                                                                              \
  ATTEST_REGISTERS_0 ", " ATTEST_REGISTERS_1 ", " ATTEST_REGISTERS_2 ", " ATTEST_REGISTERS_3 ", " ATTEST_REGISTERS_4 \
                     ", " ATTEST_REGISTERS_5 ", " ATTEST_REGISTERS_6 ", " ATTEST_REGISTERS_7
#define ATTEST_OPERANDS(b)                                                                                        \
  "+f"(d[b + 0]), "+f"(d[b + 1]), "+f"(d[b + 2]), "+f"(d[b + 3]), "+f"(d[b + 4]), "+f"(d[b + 5]), "+f"(d[b + 6]), \
      "+f"(d[b + 7]), "+f"(d[b + 8]), "+f"(d[b + 9]), "+f"(d[b + 10]), "+f"(d[b + 11]), "+f"(d[b + 12]),          \
      "+f"(d[b + 13]), "+f"(d[b + 14]), "+f"(d[b + 15])
#define ATTEST_OPERANDS_32 ATTEST_OPERANDS(0)
#define ATTEST_OPERANDS_64 ATTEST_OPERANDS(0), ATTEST_OPERANDS(16)
#define ATTEST_OPERANDS_96 ATTEST_OPERANDS(0), ATTEST_OPERANDS(16), ATTEST_OPERANDS(32)
#define ATTEST_OPERANDS_112                                                                                      \
  ATTEST_OPERANDS_96, "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), \
      "+f"(d[55])
#define ATTEST_OPERANDS_128 ATTEST_OPERANDS(0), ATTEST_OPERANDS(16), ATTEST_OPERANDS(32), ATTEST_OPERANDS(48)
#define ATTEST_OPERANDS_256                                                                               \
  ATTEST_OPERANDS(0), ATTEST_OPERANDS(16), ATTEST_OPERANDS(32), ATTEST_OPERANDS(48), ATTEST_OPERANDS(64), \
      ATTEST_OPERANDS(80), ATTEST_OPERANDS(96), ATTEST_OPERANDS(112)

#define ATTEST_MULTIPLY_TRANSPOSED(Number, type, columns, a_, b_, flag)                                           \
  template <>                                                                                                     \
  __device__ __forceinline__ void multiply_transposed<Number, columns>(float(&d)[columns / 2], std::uint64_t a,   \
                                                                       std::uint64_t b, bool accumulate) {        \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, " flag                                                         \
                 ", 0;\n"                                                                                         \
                 "wgmma.mma_async.sync.aligned.m64n" #columns "k16.f32." type "." type " {" ATTEST_LIST_##columns \
                 "}, " a_ ", " b_ ", p, 1, 1, 0, 0;\n}\n"                                                         \
                 : ATTEST_OPERANDS_##columns                                                                      \
                 : "l"(a), "l"(b), "r"(static_cast<int>(accumulate)));                                            \
  }
ATTEST_MULTIPLY_TRANSPOSED(Half, "f16", 64, "%32", "%33", "%34")
ATTEST_MULTIPLY_TRANSPOSED(Half, "f16", 112, "%56", "%57", "%58")
ATTEST_MULTIPLY_TRANSPOSED(Half, "f16", 128, "%64", "%65", "%66")
ATTEST_MULTIPLY_TRANSPOSED(Bfloat16, "bf16", 64, "%32", "%33", "%34")
ATTEST_MULTIPLY_TRANSPOSED(Bfloat16, "bf16", 112, "%56", "%57", "%58")
ATTEST_MULTIPLY_TRANSPOSED(Bfloat16, "bf16", 128, "%64", "%65", "%66")
#undef ATTEST_MULTIPLY_TRANSPOSED

#define ATTEST_MULTIPLY(Number, type, columns, a_, b_)                                                      \
  template <>                                                                                               \
  __device__ __forceinline__ void multiply<Number, columns>(float(&d)[columns / 2], const std::uint32_t* a, \
                                                            std::uint64_t b) {                              \
    asm volatile(                                                                                           \
        "{\n.reg .pred p;\nsetp.eq.u32 p, 0, 0;\n"                                                          \
        "wgmma.mma_async.sync.aligned.m64n" #columns "k16.f32." type "." type " {" ATTEST_LIST_##columns    \
        "}, "                                                                                               \
        "{" a_ "}, " b_ ", p, 1, 1, 1;\n}\n"                                                                \
        : ATTEST_OPERANDS_##columns                                                                         \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));                                              \
  }
ATTEST_MULTIPLY(Half, "f16", 32, "%16, %17, %18, %19", "%20")
ATTEST_MULTIPLY(Half, "f16", 64, "%32, %33, %34, %35", "%36")
ATTEST_MULTIPLY(Half, "f16", 96, "%48, %49, %50, %51", "%52")
ATTEST_MULTIPLY(Half, "f16", 128, "%64, %65, %66, %67", "%68")
ATTEST_MULTIPLY(Half, "f16", 256, "%128, %129, %130, %131", "%132")
ATTEST_MULTIPLY(Bfloat16, "bf16", 32, "%16, %17, %18, %19", "%20")
ATTEST_MULTIPLY(Bfloat16, "bf16", 64, "%32, %33, %34, %35", "%36")
ATTEST_MULTIPLY(Bfloat16, "bf16", 96, "%48, %49, %50, %51", "%52")
ATTEST_MULTIPLY(Bfloat16, "bf16", 128, "%64, %65, %66, %67", "%68")
ATTEST_MULTIPLY(Bfloat16, "bf16", 256, "%128, %129, %130, %131", "%132")
#undef ATTEST_MULTIPLY

#endif  // __CUDACC__

}  // namespace attest::cuda::hopper
