// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/attest_gradient_kernel.h"
#include "kernels/cuda/device_memory.hpp"

namespace attest::cuda {

/// Copies what is in host memory, computes every gradient that is asked for (gradient.cuh), and writes them where they
/// belong. float32, float16 or bfloat16; without what came with ABI 2.
attest_status run_gradients(const attest_gradient_problem& problem, attest_message why);

}  // namespace attest::cuda
