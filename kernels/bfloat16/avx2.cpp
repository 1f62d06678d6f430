// SPDX-License-Identifier: Apache-2.0
#include "kernels/bfloat16/engines.hpp"
#include "kernels/bfloat16/widened.hpp"

namespace attest::kernels::bfloat16 {

constinit const Engine avx2_bfloat16_engine = widened_engine<Bfloat16, 4, 1>();
constinit const Engine avx2_float16_engine = widened_engine<Binary16, 4, 1>();

}  // namespace attest::kernels::bfloat16
