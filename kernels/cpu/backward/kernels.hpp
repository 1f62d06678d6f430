// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/attest_gradient_kernel.h"

namespace attest::kernels {

/// Gradients of attention, rpe and urpe in float32, float64, bfloat16 and float16 for AVX-512 and AVX2, the wider
/// first: five products over blocks of queries and of keys, the weights again from the log-sum-exp that a forward pass
/// stored (task.hpp), memory O(queries + keys) besides the gradients. Every problem that has nothing that came with ABI
/// 2; inputs as those of fused_kernels(). The list is empty where the compiler's target is not x86-64.
std::span<const attest_gradient_kernel> backward_kernels();

}  // namespace attest::kernels
