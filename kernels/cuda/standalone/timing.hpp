// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/attest_kernel.h"

namespace attest::cuda::standalone {

/// Prints the median time of a kernel on the shapes of docs/measurements/cuda_kernels.md, by CUDA events, over buffers
/// that take turns so that no run finds the last one's numbers in the cache. How many shapes failed.
int print_times(const attest_kernel& kernel);

}  // namespace attest::cuda::standalone
