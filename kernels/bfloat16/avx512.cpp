// SPDX-License-Identifier: Apache-2.0
#include "kernels/simd/avx512.hpp"

#include "kernels/bfloat16/engines.hpp"
#include "kernels/bfloat16/widened.hpp"

namespace attest::kernels::bfloat16 {

constinit const Engine avx512_bfloat16_engine = widened_engine<avx512::Float32, BFloat16>();
constinit const Engine avx512_float16_engine = widened_engine<avx512::Float32, Float16>();

}  // namespace attest::kernels::bfloat16
