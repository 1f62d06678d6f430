// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/decode/task.hpp"
#include "kernels/cpu/simd/compiled.hpp"

namespace attest::kernels::decode {

constinit const Engine ATTEST_ENGINE(float32) = make_engine<ATTEST_ISA::Float32, float>();
constinit const Engine ATTEST_ENGINE(bfloat16) = make_engine<ATTEST_ISA::Float32, BFloat16>();
constinit const Engine ATTEST_ENGINE(float16) = make_engine<ATTEST_ISA::Float32, Float16>();

}  // namespace attest::kernels::decode
