// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/attest_kernel.h"
#include "kernels/cuda/device.hpp"

namespace attest::cuda {

/// A problem whose tensors are all in device memory: those that are there already as they lie, copies of the others.
class DeviceProblem {
 public:
  explicit DeviceProblem(cudaStream_t stream) : stream_(stream) {}
  ~DeviceProblem();
  DeviceProblem(const DeviceProblem&) = delete;
  DeviceProblem& operator=(const DeviceProblem&) = delete;

  /// Copies what is in host memory: of an input the whole range that its strides span; for an output a dense array.
  attest_status copy_in(const attest_problem& problem, attest_message why);
  /// After the kernel: waits for it and writes outputs into host memory, their elements alone.
  attest_status copy_out(attest_message why);

  const attest_problem& problem() const { return problem_; }
  bool all_on_device() const { return buffers_.empty(); }

 private:
  /// Rows of contiguous elements of a tensor: [batches, heads, rows, columns].
  struct Shape {
    std::int64_t rows, columns, element;
  };
  struct HostOutput {
    attest_tensor host, device;
    Shape shape;
  };
  attest_status allocate(std::size_t bytes, void*& pointer, attest_message why);
  attest_status input(attest_tensor& tensor, const Shape& shape, attest_message why);
  attest_status output(attest_tensor& tensor, const Shape& shape, attest_message why);
  attest_status term(attest_term& term, attest_message why);

  cudaStream_t stream_;
  attest_problem problem_{};
  std::vector<void*> buffers_;
  std::vector<HostOutput> outputs_;
};

/// Whether a kernel can use the memory where it lies.
bool on_device(const void* pointer);

}  // namespace attest::cuda
