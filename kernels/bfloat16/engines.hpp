// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/bfloat16/engine.hpp"
#include "kernels/instruction_sets.hpp"

namespace attest::kernels::bfloat16 {

extern const Engine amx_engine;         ///< products of tiles (AMX-BF16)
extern const Engine avx512bf16_engine;  ///< products of pairs in registers (AVX512-BF16)

/// Inputs widened to float32.
#define ATTEST_ENGINES(name) extern const Engine name##_bfloat16_engine, name##_float16_engine;
ATTEST_INSTRUCTION_SETS(ATTEST_ENGINES)
#undef ATTEST_ENGINES

}  // namespace attest::kernels::bfloat16
