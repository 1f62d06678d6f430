// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/fused/task.hpp"
#include "kernels/cpu/simd/compiled.hpp"

namespace attest::kernels::fused {

constinit const Engine ATTEST_ENGINE(float32) = make_engine<ATTEST_ISA::Float32>();

}  // namespace attest::kernels::fused
