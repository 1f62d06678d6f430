// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <utility>

#include "kernels/cuda/device_memory.hpp"

namespace attest::cuda {

bool on_device(const void* pointer) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
}

DeviceMemory::~DeviceMemory() {
  for (void* buffer : buffers_) cudaFree(buffer);
}

attest_status DeviceMemory::allocate(std::size_t bytes, void*& pointer, attest_message why) {
  buffers_.reserve(buffers_.size() + 1);
  const attest_status status = check(cudaMalloc(&pointer, bytes), "allocating device memory", why);
  if (status == ATTEST_OK) buffers_.push_back(pointer);
  return status;
}

attest_status DeviceMemory::input(attest_tensor& t, const DeviceShape& shape, attest_message why) {
  if (shape.size() == 0 || on_device(t.data)) return ATTEST_OK;
  std::int64_t low = 0, high = shape.columns;
  for (const auto& [length, stride] : {std::pair{shape.batches, t.batch}, {shape.heads, t.head}, {shape.rows, t.row}})
    (stride < 0 ? low : high) += (length - 1) * stride;
  void* copy = nullptr;
  const auto bytes = static_cast<std::size_t>((high - low) * shape.element);
  if (const attest_status status = allocate(bytes, copy, why); status != ATTEST_OK) return status;
  const auto* from = static_cast<const std::byte*>(t.data) + low * shape.element;
  t.data = static_cast<std::byte*>(copy) - low * shape.element;
  return check(cudaMemcpyAsync(copy, from, bytes, cudaMemcpyHostToDevice, stream_), "copying an input to the device",
               why);
}

attest_status DeviceMemory::output(attest_tensor& t, const DeviceShape& shape, attest_message why) {
  if (t.data == nullptr || shape.size() == 0 || on_device(t.data)) return ATTEST_OK;
  HostOutput output{t, {}, shape};
  output.device.row = shape.columns;
  output.device.head = shape.rows * shape.columns;
  output.device.batch = shape.heads * output.device.head;
  if (const attest_status status =
          allocate(static_cast<std::size_t>(shape.size() * shape.element), output.device.data, why);
      status != ATTEST_OK)
    return status;
  t = output.device;
  outputs_.push_back(output);
  return ATTEST_OK;
}

attest_status DeviceMemory::copy_out(attest_message why) {
  std::vector<std::byte> dense;
  for (const auto& [host, device, shape] : outputs_) {
    const std::int64_t row_bytes = shape.columns * shape.element;
    dense.resize(static_cast<std::size_t>(shape.size() * shape.element));
    attest_status status =
        check(cudaMemcpyAsync(dense.data(), device.data, dense.size(), cudaMemcpyDeviceToHost, stream_),
              "copying an output to the host", why);
    if (status == ATTEST_OK) status = check(cudaStreamSynchronize(stream_), "running the kernel", why);
    if (status != ATTEST_OK) return status;
    const std::byte* from = dense.data();
    for (std::int64_t b = 0; b < shape.batches; ++b)
      for (std::int64_t h = 0; h < shape.heads; ++h)
        for (std::int64_t i = 0; i < shape.rows; ++i, from += row_bytes)
          std::memcpy(
              static_cast<std::byte*>(host.data) + (b * host.batch + h * host.head + i * host.row) * shape.element,
              from, static_cast<std::size_t>(row_bytes));
  }
  return check(cudaStreamSynchronize(stream_), "running the kernel", why);
}

}  // namespace attest::cuda
