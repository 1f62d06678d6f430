// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/attest_kernel.h"
#include "kernels/cuda/device_problem.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda {

/// Puts a problem whose tensors are all in device memory on a stream and does not wait.
using Enqueue = attest_status (*)(const attest_problem& problem, cudaStream_t stream, attest_message why);

/// The library's kernels, and beside each how it is enqueued.
struct Kernels {
  std::vector<attest_kernel> kernels;
  std::vector<Enqueue> enqueue;
};

/// One implementation of several operations (all five in add_family) for one dtype becomes as many kernels. A Family
/// has, all static:
///   isa, dtype                   the parts of its kernels' names
///   attest_error_class error()
///   bool available()             whether the current device can run it
///   attest_status supports(p, why)   what it does not do; p is well-formed and of its dtype
///   attest_status enqueue(p, stream, why)
template <class Family, std::uint32_t operation>
struct FamilyKernel {
  static int available() { return Family::available() ? 1 : 0; }

  static int supports(const attest_problem* p, attest_message why) {
    const attest_status status = kernels::check_computes(*p, operation, Family::dtype, kernels::Extensions::none, why);
    if (status != ATTEST_OK) return status;
    return Family::supports(*p, why);
  }

  static size_t scratch(const attest_problem*, int) { return 0; }

  static int run(const attest_problem* p, void*, int, attest_message why) {
    if (const int status = supports(p, why); status != ATTEST_OK) return status;
    if (!Family::available()) return kernels::refuse(why, ATTEST_NO_DEVICE, "no CUDA device that runs this kernel");
    try {
      DeviceProblem device(nullptr);
      attest_status status = device.copy_in(*p, why);
      if (status == ATTEST_OK) status = Family::enqueue(device.problem(), nullptr, why);
      if (status == ATTEST_OK) status = device.copy_out(why);
      return status;
    } catch (const std::bad_alloc&) {
      return kernels::refuse(why, ATTEST_NO_MEMORY, "out of host memory");
    }
  }

  static attest_kernel describe() {
    static const std::string name =
        std::string(kernels::operation_name(operation)) + "_" + kernels::dtype_name(Family::dtype) + "_" + Family::isa;
    return {.struct_size = sizeof(attest_kernel),
            .name = name.c_str(),
            .isa = Family::isa,
            .operation = operation,
            .dtype = Family::dtype,
            .error = Family::error(),
            .available = available,
            .supports = supports,
            .scratch = scratch,
            .run = run};
  }
};

template <class Family, std::uint32_t... operation>
void add_operations(Kernels& to) {
  for (const attest_kernel& kernel : {FamilyKernel<Family, operation>::describe()...}) {
    to.kernels.push_back(kernel);
    to.enqueue.push_back(Family::enqueue);
  }
}
template <class Family>
void add_family(Kernels& to) {
  add_operations<Family, ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_POSITIONAL, ATTEST_HARDMAX>(to);
}

}  // namespace attest::cuda
