// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <map>
#include <mutex>

#include "kernels/cuda/hopper/stream_memory.hpp"

namespace attest::cuda::hopper {

namespace {

/// The current device's pool, which lives as long as the process; none where the device, or its driver, has none.
cudaError_t pool_of_device(cudaMemPool_t& pool) {
  static std::mutex mutex;
  static std::map<int, cudaMemPool_t> pools;
  int device = 0;
  if (const cudaError_t error = cudaGetDevice(&device); error != cudaSuccess) return error;
  int supported = 0;
  if (cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device) != cudaSuccess) cudaGetLastError();
  if (supported == 0) {
    pool = nullptr;
    return cudaSuccess;
  }
  const std::lock_guard lock(mutex);
  if (const auto found = pools.find(device); found != pools.end()) {
    pool = found->second;
    return cudaSuccess;
  }
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = device;
  if (const cudaError_t error = cudaMemPoolCreate(&pool, &properties); error != cudaSuccess) return error;
  std::uint64_t keep = UINT64_MAX;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
  pools.emplace(device, pool);
  return cudaSuccess;
}

}  // namespace

StreamMemory::~StreamMemory() {
  if (data_ == nullptr) return;
  if (from_pool_) {
    cudaFreeAsync(data_, stream_);
  } else {
    cudaStreamSynchronize(stream_);
    cudaFree(data_);
  }
}

attest_status StreamMemory::allocate(std::size_t bytes, attest_message why) {
  cudaMemPool_t pool = nullptr;
  cudaError_t error = pool_of_device(pool);
  from_pool_ = pool != nullptr;
  if (error == cudaSuccess)
    error = from_pool_ ? cudaMallocFromPoolAsync(&data_, bytes, pool, stream_) : cudaMalloc(&data_, bytes);
  return check(error, "allocating device memory for B and C", why);
}

}  // namespace attest::cuda::hopper
