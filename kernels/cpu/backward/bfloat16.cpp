// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/backward/task.hpp"
#include "kernels/cpu/simd/compiled.hpp"

namespace attest::kernels::backward {

constinit const Engine ATTEST_ENGINE(bfloat16) =
    make_engine<ATTEST_ISA::Float32, Numbers<ATTEST_ISA::Float32, BFloat16>>();

}  // namespace attest::kernels::backward
