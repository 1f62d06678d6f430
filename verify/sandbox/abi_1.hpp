// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/attest_kernel.h"

// Libraries of ABI 1, whose structs end before what came with ABI 2. An error class lies in the middle of a kernel, so
// a kernel has to be copied; a problem of ABI 1 is the beginning of one of ABI 2.
namespace attest::verify::sandbox::abi_1 {

struct ErrorClass {
  std::uint32_t struct_size, method;
  double input_round, accumulate, exp_argument, exp_relative, weight_round, output_round, underflow, weight_underflow;
  std::int64_t key_block;
  double reference_lag, norm_relative;
};

struct Kernel {
  std::uint32_t struct_size;
  const char *name, *isa;
  std::uint32_t operation, dtype;
  ErrorClass error;
  decltype(attest_kernel::available) available;
  decltype(attest_kernel::supports) supports;
  decltype(attest_kernel::scratch) scratch;
  decltype(attest_kernel::run) run;
};

constexpr std::uint32_t problem_size = offsetof(attest_problem, kv_heads);
static_assert(sizeof(ErrorClass) == offsetof(attest_error_class, tanh_relative));

/// "" or what is wrong with a kernel's sizes.
std::string defect(const Kernel& kernel);
/// The kernel as one of ABI 2, whose problems have no softcap.
attest_kernel translated(const Kernel& kernel);

}  // namespace attest::verify::sandbox::abi_1
