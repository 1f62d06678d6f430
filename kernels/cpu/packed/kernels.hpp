// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/attest_kernel.h"

namespace attest::kernels {

/// attention, rpe, urpe and hardmax of bfloat16 (isa amx, avx512bf16, avx512, avx2) and of float16 (avx512, avx2), sums
/// in float32; any width, mask and term.
///
/// amx and avx512bf16 multiply pairs of bfloat16: the weights, and weights times C, are rounded to bfloat16 before the
/// second product, and subnormal inputs count as 0. The other two widen the inputs to float32 and round no weight.
/// In all of them the row sum that divides is the sum of the weights before that rounding: it and log_sum_exp keep the
/// accuracy of float32, and with a factor the rounded numbers are not the weights anyway. exp: see simd/exp.hpp.
std::span<const attest_kernel> packed_kernels();

}  // namespace attest::kernels
