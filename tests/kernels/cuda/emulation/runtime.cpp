// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/cuda/emulation/runtime.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

namespace attest::cuda::emulation {
namespace {

struct State {
  Device device;
  std::map<const std::byte*, std::size_t> allocations;  // start and size
  std::size_t allocated = 0, peak = 0, launches = 0;
  std::size_t shared_limit = 48 << 10;
  cudaError_t last = cudaSuccess;
  std::string launch_failure;
};

State& state() {
  static State instance;
  return instance;
}

cudaError_t failed(cudaError_t error) { return state().last = error; }

}  // namespace

Device& device() { return state().device; }
std::size_t allocated_bytes() { return state().allocated; }
std::size_t peak_bytes() { return state().peak; }
void reset_peak() { state().peak = state().allocated; }
std::size_t launches() { return state().launches; }

cudaError_t set_function_attribute(cudaFuncAttribute, int value) {
  if (value > device().shared_bytes) return failed(cudaErrorInvalidValue);
  state().shared_limit = std::max<std::size_t>(48 << 10, static_cast<std::size_t>(value));
  return cudaSuccess;
}

cudaError_t launch_grid(dim3 grid, dim3 threads, std::size_t shared_bytes, const std::function<void()>& kernel) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || shared_bytes > state().shared_limit || grid.y > 65535 ||
      grid.z > 65535)
    return failed(cudaErrorInvalidValue);
  ++state().launches;
  try {
    run_grid(grid, threads, shared_bytes, kernel);
  } catch (const DeviceError& error) {
    state().launch_failure = error.what();
    return failed(cudaErrorLaunchFailure);
  }
  return cudaSuccess;
}

}  // namespace attest::cuda::emulation

using attest::cuda::emulation::failed;
using attest::cuda::emulation::state;

cudaError_t cudaGetDeviceCount(int* count) {
  *count = state().device.count;
  return *count > 0 ? cudaSuccess : failed(cudaErrorNoDevice);
}

cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return state().device.count > 0 ? cudaSuccess : failed(cudaErrorNoDevice);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  const auto& device = state().device;
  switch (attribute) {
    case cudaDevAttrMaxGridDimX:
      *value = 2147483647;
      return cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor:
      *value = device.major;
      return cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
      *value = device.minor;
      return cudaSuccess;
    case cudaDevAttrMultiProcessorCount:
      *value = device.multiprocessors;
      return cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = device.shared_bytes;
      return cudaSuccess;
  }
  return failed(cudaErrorInvalidValue);
}

namespace {
std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
std::size_t whole_pages(std::size_t bytes) { return (bytes + page_size() - 1) / page_size() * page_size(); }
}  // namespace

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  // It ends, but for the alignment, where a page begins that nobody may touch.
  const std::size_t size = (bytes + 255) / 256 * 256, pages = whole_pages(size);
  void* mapped = mmap(nullptr, pages + page_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return failed(cudaErrorMemoryAllocation);
  auto* end = static_cast<std::byte*>(mapped) + pages;
  if (mprotect(end, page_size(), PROT_NONE) != 0) return failed(cudaErrorMemoryAllocation);
  std::byte* start = end - size;
  std::memset(start, 0xff, bytes);
  state().allocations[start] = bytes;
  state().allocated += bytes;
  state().peak = std::max(state().peak, state().allocated);
  *pointer = start;
  return cudaSuccess;
}

cudaError_t cudaFree(void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  const auto found = state().allocations.find(static_cast<std::byte*>(pointer));
  if (found == state().allocations.end()) return failed(cudaErrorInvalidValue);
  const std::size_t size = (found->second + 255) / 256 * 256, pages = whole_pages(size);
  munmap(static_cast<std::byte*>(pointer) + size - pages, pages + page_size());
  state().allocated -= found->second;
  state().allocations.erase(found);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }

struct CudaEvent {
  std::chrono::steady_clock::time_point time;
};
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new CudaEvent;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  event->time = std::chrono::steady_clock::now();
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  const auto* byte = static_cast<const std::byte*>(pointer);
  const auto& allocations = state().allocations;
  auto next = allocations.upper_bound(byte);
  const bool ours = next != allocations.begin() && byte < std::prev(next)->first + std::prev(next)->second;
  *attributes = {ours ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered, 0};
  return cudaSuccess;
}

cudaError_t cudaGetLastError() { return std::exchange(state().last, cudaSuccess); }

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "no error";
    case cudaErrorInvalidValue:
      return "invalid argument";
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorNoDevice:
      return "no CUDA-capable device is detected";
    case cudaErrorLaunchFailure:
      return state().launch_failure.c_str();
  }
  return "unknown error";
}
