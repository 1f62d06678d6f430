// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "kernels/attest_kernel.h"
#include "kernels/problem.hpp"

namespace attest::kernels {

/// One implementation of several operations for one dtype on the processor becomes as many kernels. A Family has, all
/// static:
///   isa, dtype                        the parts of its kernels' names
///   attest_error_class error()
///   bool available()                  whether this processor has its instructions
///   attest_status supports(p, why)    what it does not do; p is well-formed and of its dtype
///   std::size_t scratch(p, threads)   bytes
///   void run(p, scratch, threads)     p is supported, and the instructions are there
/// if it is not the only one of its instruction set, `static constexpr const char* suffix`, the end of its kernels'
/// names; and, if it knows something that came with ABI 2, `static constexpr Extensions extensions`.
template <class Family>
constexpr Extensions known_extensions() {
  if constexpr (requires { Family::extensions; })
    return Family::extensions;
  else
    return Extensions::none;
}

template <class Family, std::uint32_t operation>
struct FamilyKernel {
  static int available() { return Family::available() ? 1 : 0; }

  static int supports(const attest_problem* p, attest_message why) {
    const attest_status status = check_computes(*p, operation, Family::dtype, known_extensions<Family>(), why);
    return status == ATTEST_OK ? Family::supports(*p, why) : status;
  }

  /// Asked of the code that is compiled for the instructions, so not where they are missing.
  static std::size_t scratch(const attest_problem* p, int threads) {
    return Family::available() ? Family::scratch(*p, threads) : 0;
  }

  static int run(const attest_problem* p, void* scratch, int threads, attest_message why) {
    if (const int status = supports(p, why); status != ATTEST_OK) return status;
    if (!Family::available()) return refuse(why, ATTEST_NO_DEVICE, "this processor lacks the kernel's instructions");
    Family::run(*p, scratch, threads);
    return ATTEST_OK;
  }

  static const char* suffix() {
    if constexpr (requires { Family::suffix; })
      return Family::suffix;
    else
      return "";
  }

  static attest_kernel describe() {
    static const std::string name =
        std::string(operation_name(operation)) + "_" + dtype_name(Family::dtype) + "_" + Family::isa + suffix();
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
void add_family(std::vector<attest_kernel>& to) {
  (to.push_back(FamilyKernel<Family, operation>::describe()), ...);
}

/// The class of a kernel whose every number is a Real, rounded to nearest: families change what they do otherwise.
template <typename Real>
attest_error_class plain_error(double exp_relative) {
  constexpr double least = std::numeric_limits<Real>::min();
  return {.struct_size = sizeof(attest_error_class),
          .method = ATTEST_METHOD_DIRECT,
          .input_round = 0,
          .accumulate = static_cast<double>(std::numeric_limits<Real>::epsilon()) / 2,
          .exp_argument = 1,
          .exp_relative = exp_relative,
          .weight_round = 0,
          .output_round = 0,
          .underflow = least,
          .weight_underflow = least,
          .key_block = 0,
          .reference_lag = 0,
          .norm_relative = 0,
          .tanh_relative = 0,
          .tanh_absolute = 0,
          .unnormalized_weights = 0};
}

}  // namespace attest::kernels
