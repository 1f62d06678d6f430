// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <map>
#include <mutex>

#include "kernels/cuda/hopper/stream_memory.hpp"

namespace attest::cuda::hopper {

namespace {

/// The current device's pool, which lives as long as the process.
cudaError_t pool_of_device(cudaMemPool_t& pool) {
  static std::mutex mutex;
  static std::map<int, cudaMemPool_t> pools;
  int device = 0;
  if (const cudaError_t error = cudaGetDevice(&device); error != cudaSuccess) return error;
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
  if (data_ != nullptr) cudaFreeAsync(data_, stream_);
}

attest_status StreamMemory::allocate(std::size_t bytes, attest_message why) {
  cudaMemPool_t pool = nullptr;
  cudaError_t error = pool_of_device(pool);
  if (error == cudaSuccess) error = cudaMallocFromPoolAsync(&data_, bytes, pool, stream_);
  return check(error, "allocating device memory for B and C", why);
}

}  // namespace attest::cuda::hopper
