// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/device.hpp"

namespace attest::cuda {

/// Enqueue any operation on tensors in device memory (attention.cuh); float32, float16 or bfloat16.
/// With float32 multiply-adds: on every device, for every width.
attest_status enqueue_simt(const attest_problem& problem, cudaStream_t stream, attest_message why);
/// Whether this build holds code for the current device: machine code, or PTX that its driver compiles.
bool has_code_for_device();
/// On the matrix units, float32 as tf32. Where mma_fits() is false, use enqueue_simt.
attest_status enqueue_mma(const attest_problem& problem, cudaStream_t stream, attest_message why);
/// Whether the current device has these units (sm_80 and later) and the shared memory for the problem's widths.
bool mma_fits(const attest_problem& problem);

}  // namespace attest::cuda
