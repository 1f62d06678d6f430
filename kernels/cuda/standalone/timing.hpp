// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/attest_gradient_kernel.h"

namespace attest::cuda::standalone {

/// Prints the median time of a kernel on the shapes of docs/measurements/cuda_kernels.md, by CUDA events, over buffers
/// that take turns so that no run finds the last one's numbers in the cache. How many shapes failed.
int print_times(const attest_kernel& kernel);

/// The same for a backward kernel: whole calls for dQ, dK and dV, without the gradients of B and C; 10 n^2 d operations
/// a head, as five products have, however many the kernel makes.
int print_gradient_times(const attest_gradient_kernel& kernel);

}  // namespace attest::cuda::standalone
