// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "tests/kernels/cuda/emulation/block.hpp"

/// The few calls of CUDA's runtime that our host code makes, over host memory: work is done when a call returns.
enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorNoDevice = 100,
  cudaErrorLaunchFailure = 719
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
enum cudaMemoryType {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
};
enum cudaDeviceAttr {
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
struct cudaFuncAttributes {
  std::size_t sharedSizeBytes;
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
};
using cudaStream_t = void*;
using cudaEvent_t = struct CudaEvent*;

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
/// Fresh device memory is filled with NaN.
cudaError_t cudaMalloc(void** pointer, std::size_t bytes);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);
/// Events tell the host's clock.
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end);
cudaError_t cudaGetLastError();
const char* cudaGetErrorString(cudaError_t error);

namespace attest::cuda::emulation {

/// What cudaFuncSetAttribute was told last, for all kernels: a launch may take no more dynamic shared memory than 48
/// KiB or that.
cudaError_t set_function_attribute(cudaFuncAttribute attribute, int value);
/// run_grid; a DeviceError becomes cudaErrorLaunchFailure, with its text in cudaGetErrorString.
cudaError_t launch_grid(dim3 grid, dim3 threads, std::size_t shared_bytes, const std::function<void()>& kernel);

/// The device that the calls above describe; count 0: none.
struct Device {
  int count = 1;
  int major = 9, minor = 0;
  int shared_bytes = 232448;  ///< of one block, at most
  int multiprocessors = 2;
  bool has_hopper_code = true;  ///< of code that was compiled for another architecture too little is there
};
Device& device();
/// Bytes of device memory that are allocated now, and the most since the last reset_peak().
std::size_t allocated_bytes();
std::size_t peak_bytes();
void reset_peak();
/// Kernels launched so far.
std::size_t launches();

}  // namespace attest::cuda::emulation

/// Static shared memory is not counted on a host: what kernels/cuda/hopper/hopper.cu asks of it is answered.
template <class Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel*) {
  attributes->sharedSizeBytes = attest::cuda::emulation::device().has_hopper_code ? 64 : 0;
  return cudaSuccess;
}

template <class Kernel>
cudaError_t cudaFuncSetAttribute(Kernel*, cudaFuncAttribute attribute, int value) {
  return attest::cuda::emulation::set_function_attribute(attribute, value);
}
