// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/attest_gradient_kernel.h"
#include "kernels/cuda/device_memory.hpp"

namespace attest::cuda {

/// What multiplies for dQ, dK and dV.
enum class GradientUnits {
  multiply_adds,  ///< float32, any device (gradient.cuh)
  hopper          ///< sm_90a's (hopper/gradients.hpp says of which problems)
};

/// Copies what is in host memory, computes every gradient that is asked for, and writes them where they belong.
/// float32, float16 or bfloat16; without what came with ABI 2. Gradients of B and C are multiply-adds' in any case.
attest_status run_gradients(const attest_gradient_problem& problem, GradientUnits units, attest_message why);

}  // namespace attest::cuda
