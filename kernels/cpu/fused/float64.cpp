// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/fused/task.hpp"
#include "kernels/cpu/simd/compiled.hpp"

namespace attest::kernels::fused {

constinit const Engine ATTEST_ENGINE(float64) = make_engine<ATTEST_ISA::Float64>();

}  // namespace attest::kernels::fused
