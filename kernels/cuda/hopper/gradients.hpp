// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/attest_gradient_kernel.h"
#include "kernels/cuda/device_memory.hpp"

namespace attest::cuda::hopper {

/// Gradients of attention, RPE and URPE of float16 and bfloat16 on sm_90a's matrix units and copy engine
/// (gradient.cuh); names end in `sm90a`.

/// What `supports` (hopper.hpp) asks of the forward problem, and of grad_output what it asks of value; widths to 128;
/// B and C Toeplitz, ALiBi or buckets; no mask or a causal one; the output that the forward pass stored.
attest_status supports_gradients(const attest_gradient_problem& problem, attest_message why);

/// Puts dQ, dK and dV, as far as they are asked for, on a stream and does not wait. Every tensor is in device memory.
/// Writes delta, [batches, heads, queries]; takes some more numbers a query and key from `memory`.
attest_status enqueue_gradients(const attest_gradient_problem& problem, float* delta, DeviceMemory& memory,
                                cudaStream_t stream, attest_message why);

}  // namespace attest::cuda::hopper
