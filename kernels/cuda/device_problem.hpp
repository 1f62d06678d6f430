// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/device_memory.hpp"

namespace attest::cuda {

/// A problem whose tensors are all in device memory: those that are there already as they lie, copies of the others.
class DeviceProblem {
 public:
  explicit DeviceProblem(cudaStream_t stream) : memory_(stream) {}

  /// Copies what is in host memory: of an input the whole range that its strides span; for an output a dense array.
  attest_status copy_in(const attest_problem& problem, attest_message why);
  /// After the kernel: waits for it and writes outputs into host memory, their elements alone.
  attest_status copy_out(attest_message why) { return memory_.copy_out(why); }

  const attest_problem& problem() const { return problem_; }
  bool all_on_device() const { return memory_.is_empty(); }

 private:
  DeviceMemory memory_;
  attest_problem problem_{};
};

/// The inputs of a problem alone: query, key, value, B, C, mask. Nothing where there are no queries, and no terms where
/// there are no keys.
attest_status copy_inputs(DeviceMemory& memory, attest_problem& problem, attest_message why);

}  // namespace attest::cuda
