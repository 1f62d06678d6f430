// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/device.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda {

DeviceLimits device_limits() {
  DeviceLimits limits;
  int device = 0, major = 0, minor = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
      cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess ||
      cudaDeviceGetAttribute(&limits.shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) != cudaSuccess ||
      cudaDeviceGetAttribute(&limits.multiprocessors, cudaDevAttrMultiProcessorCount, device) != cudaSuccess) {
    cudaGetLastError();  // not to be found by a later call
    return {};
  }
  limits.present = true;
  limits.capability = 10 * major + minor;
  return limits;
}

attest_status check(cudaError_t error, const char* doing, attest_message why) {
  if (error == cudaSuccess) return ATTEST_OK;
  cudaGetLastError();
  return kernels::refuse(why, error == cudaErrorMemoryAllocation ? ATTEST_NO_MEMORY : ATTEST_FAILED, "%s: %s", doing,
                         cudaGetErrorString(error));
}

}  // namespace attest::cuda
