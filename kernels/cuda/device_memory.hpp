// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/attest_kernel.h"
#include "kernels/cuda/device.hpp"

namespace attest::cuda {

/// Rows of contiguous elements of a tensor: [batches, heads, rows, columns].
struct DeviceShape {
  std::int64_t batches, heads, rows, columns, element;
  std::int64_t size() const { return batches * heads * rows * columns; }
};

/// Device copies of tensors that are in host memory; those that are on the device already stay as they lie.
class DeviceMemory {
 public:
  explicit DeviceMemory(cudaStream_t stream) : stream_(stream) {}
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  attest_status allocate(std::size_t bytes, void*& pointer, attest_message why);
  /// Copies the whole range that the strides span, and lets the tensor point to the copy.
  attest_status input(attest_tensor& tensor, const DeviceShape& shape, attest_message why);
  /// The tensor becomes a dense array on the device.
  attest_status output(attest_tensor& tensor, const DeviceShape& shape, attest_message why);
  /// After the kernels: waits for them and writes outputs into host memory, their elements alone.
  attest_status copy_out(attest_message why);

  bool is_empty() const { return buffers_.empty(); }

 private:
  struct HostOutput {
    attest_tensor host, device;
    DeviceShape shape;
  };
  cudaStream_t stream_;
  std::vector<void*> buffers_;
  std::vector<HostOutput> outputs_;
};

/// Whether a kernel can use the memory where it lies.
bool on_device(const void* pointer);

}  // namespace attest::cuda
