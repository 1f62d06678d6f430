// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cpu.hpp"

/// The instruction sets that the vector kernels are compiled for, the preferred one first: each(name) for each, where
/// simd/<name>.hpp is its vocabulary and Cpu::<name> says whether the processor has it.
#if defined(__x86_64__)
#define ATTEST_INSTRUCTION_SETS(each) each(avx512) each(avx2)
#else
#define ATTEST_INSTRUCTION_SETS(each)
#endif

namespace attest::kernels::instruction_set {

/// What a Family (family.hpp) takes from the instruction set that it is compiled for.
#define ATTEST_TAG(name)                           \
  struct name {                                    \
    static constexpr const char* isa = #name;      \
    static bool available() { return cpu().name; } \
  };
ATTEST_INSTRUCTION_SETS(ATTEST_TAG)
#undef ATTEST_TAG

}  // namespace attest::kernels::instruction_set
