// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/bfloat16/engine.hpp"

namespace attest::kernels::bfloat16 {

extern const Engine amx_engine;              ///< products of tiles (AMX-BF16)
extern const Engine avx512bf16_engine;       ///< products of pairs in registers (AVX512-BF16)
extern const Engine avx512_bfloat16_engine;  ///< widened to float32
extern const Engine avx512_float16_engine;
extern const Engine avx2_bfloat16_engine;
extern const Engine avx2_float16_engine;

}  // namespace attest::kernels::bfloat16
