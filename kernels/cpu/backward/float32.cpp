// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/backward/task.hpp"
#include "kernels/cpu/simd/compiled.hpp"

namespace attest::kernels::backward {

constinit const Engine ATTEST_ENGINE(float32) = make_engine<ATTEST_ISA::Float32, Numbers<ATTEST_ISA::Float32, float>>();

}  // namespace attest::kernels::backward
