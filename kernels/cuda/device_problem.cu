// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "kernels/cuda/device_problem.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda {

bool on_device(const void* pointer) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
}

DeviceProblem::~DeviceProblem() {
  for (void* buffer : buffers_) cudaFree(buffer);
}

attest_status DeviceProblem::allocate(std::size_t bytes, void*& pointer, attest_message why) {
  buffers_.reserve(buffers_.size() + 1);
  const attest_status status = check(cudaMalloc(&pointer, bytes), "allocating device memory", why);
  if (status == ATTEST_OK) buffers_.push_back(pointer);
  return status;
}

attest_status DeviceProblem::input(attest_tensor& t, const Shape& shape, attest_message why) {
  if (problem_.batches == 0 || problem_.heads == 0 || shape.rows == 0 || shape.columns == 0 || on_device(t.data))
    return ATTEST_OK;
  std::int64_t low = 0, high = shape.columns;
  for (const auto& [length, stride] :
       {std::pair{problem_.batches, t.batch}, {problem_.heads, t.head}, {shape.rows, t.row}})
    (stride < 0 ? low : high) += (length - 1) * stride;
  void* copy = nullptr;
  const auto bytes = static_cast<std::size_t>((high - low) * shape.element);
  if (const attest_status status = allocate(bytes, copy, why); status != ATTEST_OK) return status;
  const auto* from = static_cast<const std::byte*>(t.data) + low * shape.element;
  t.data = static_cast<std::byte*>(copy) - low * shape.element;
  return check(cudaMemcpyAsync(copy, from, bytes, cudaMemcpyHostToDevice, stream_), "copying an input to the device",
               why);
}

attest_status DeviceProblem::output(attest_tensor& t, const Shape& shape, attest_message why) {
  const std::int64_t size = problem_.batches * problem_.heads * shape.rows * shape.columns;
  if (t.data == nullptr || size == 0 || on_device(t.data)) return ATTEST_OK;
  HostOutput output{t, {}, shape};
  output.device.row = shape.columns;
  output.device.head = shape.rows * shape.columns;
  output.device.batch = problem_.heads * output.device.head;
  if (const attest_status status = allocate(static_cast<std::size_t>(size * shape.element), output.device.data, why);
      status != ATTEST_OK)
    return status;
  t = output.device;
  outputs_.push_back(output);
  return ATTEST_OK;
}

attest_status DeviceProblem::term(attest_term& term, attest_message why) {
  const std::int64_t positions = problem_.queries + problem_.keys - 1;
  switch (term.kind) {
    case ATTEST_TERM_NONE:
      return ATTEST_OK;
    case ATTEST_TERM_DENSE:
      return input(term.values, {problem_.queries, problem_.keys, 4}, why);
    case ATTEST_TERM_BUCKETS: {
      attest_tensor numbers{const_cast<std::int32_t*>(term.bucket), 0, 0, 0};
      if (const attest_status status = input(numbers, {1, positions, 4}, why); status != ATTEST_OK) return status;
      term.bucket = static_cast<const std::int32_t*>(numbers.data);
      return input(term.values, {term.buckets, 1, 4}, why);
    }
    default: {
      // One row a head, the same for all batches.
      attest_tensor values{term.values.data, 0, term.values.head, 0};
      const attest_status status = input(values, {1, term.kind == ATTEST_TERM_ALIBI ? 1 : positions, 4}, why);
      term.values = values;
      return status;
    }
  }
}

attest_status DeviceProblem::copy_in(const attest_problem& problem, attest_message why) {
  problem_ = problem;
  attest_problem& p = problem_;
  if (p.queries == 0) return ATTEST_OK;
  const std::int64_t element = kernels::size_of(p.dtype);
  attest_status status = input(p.query, {p.queries, p.width, element}, why);
  if (status == ATTEST_OK) status = input(p.key, {p.keys, p.width, element}, why);
  if (status == ATTEST_OK) status = input(p.value, {p.keys, p.value_width, element}, why);
  if (status == ATTEST_OK && p.keys > 0) status = term(p.bias, why);
  if (status == ATTEST_OK && p.keys > 0) status = term(p.factor, why);
  if (status == ATTEST_OK && p.mask_kind == ATTEST_MASK_BYTES) status = input(p.mask, {p.queries, p.keys, 1}, why);
  if (status == ATTEST_OK) status = output(p.output, {p.queries, p.value_width, element}, why);
  if (status == ATTEST_OK) status = output(p.row_sum, {1, p.queries, 4}, why);
  if (status == ATTEST_OK) status = output(p.log_sum_exp, {1, p.queries, 4}, why);
  return status;
}

attest_status DeviceProblem::copy_out(attest_message why) {
  std::vector<std::byte> dense;
  for (const auto& [host, device, shape] : outputs_) {
    const std::int64_t row_bytes = shape.columns * shape.element;
    dense.resize(static_cast<std::size_t>(problem_.batches * problem_.heads * shape.rows * row_bytes));
    attest_status status =
        check(cudaMemcpyAsync(dense.data(), device.data, dense.size(), cudaMemcpyDeviceToHost, stream_),
              "copying an output to the host", why);
    if (status == ATTEST_OK) status = check(cudaStreamSynchronize(stream_), "running the kernel", why);
    if (status != ATTEST_OK) return status;
    const std::byte* from = dense.data();
    for (std::int64_t b = 0; b < problem_.batches; ++b)
      for (std::int64_t h = 0; h < problem_.heads; ++h)
        for (std::int64_t i = 0; i < shape.rows; ++i, from += row_bytes)
          std::memcpy(
              static_cast<std::byte*>(host.data) + (b * host.batch + h * host.head + i * host.row) * shape.element,
              from, static_cast<std::size_t>(row_bytes));
  }
  return check(cudaStreamSynchronize(stream_), "running the kernel", why);
}

}  // namespace attest::cuda
