// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/attest_gradient_kernel.h"

namespace attest::kernels {

/// The specification of gradients: as attest_gradient_kernel.h says them, one row after another, for every operation
/// with a softmax in float64, float32, bfloat16 and float16.
std::span<const attest_gradient_kernel> gradient_kernels();

}  // namespace attest::kernels
