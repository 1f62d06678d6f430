// SPDX-License-Identifier: Apache-2.0
#include "kernels/simd/avx2.hpp"

#include "kernels/bfloat16/engines.hpp"
#include "kernels/bfloat16/widened.hpp"

namespace attest::kernels::bfloat16 {

constinit const Engine avx2_bfloat16_engine = widened_engine<avx2::Float32, BFloat16>();
constinit const Engine avx2_float16_engine = widened_engine<avx2::Float32, Float16>();

}  // namespace attest::kernels::bfloat16
