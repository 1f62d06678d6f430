// SPDX-License-Identifier: Apache-2.0
#include "kernels/simd/avx2.hpp"
#include "kernels/x86/task.hpp"

namespace attest::kernels::x86 {

constinit const Engine avx2_float64 = make_engine<avx2::Float64>();

}  // namespace attest::kernels::x86
