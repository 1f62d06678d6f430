// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "kernels/attest_kernel.h"
#include "kernels/cuda/primitives.cuh"

namespace attest::cuda {

/// What the kernels must know of the current device.
struct DeviceLimits {
  bool present = false;  ///< false where there is no device or no driver
  int capability = 0;    ///< 10 * major + minor: 75, 80, 90, ...
  int shared_bytes = 0;  ///< of one block, at most
  int multiprocessors = 0;
};
DeviceLimits device_limits();

/// ATTEST_OK for cudaSuccess; else a status with CUDA's own words after `doing`.
attest_status check(cudaError_t error, const char* doing, attest_message why);

}  // namespace attest::cuda
