// SPDX-License-Identifier: Apache-2.0
#include "kernels/scalar/kernels.hpp"

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "kernels/formats.hpp"
#include "kernels/problem.hpp"
#include "kernels/scalar/attention.hpp"

namespace attest::kernels {

namespace {

int always() { return 1; }

template <typename T, std::uint32_t dtype, std::uint32_t operation>
int supports(const attest_problem* p, attest_message why) {
  if (const attest_status status = check_problem(*p, why); status != ATTEST_OK) return status;
  if (p->operation != operation || p->dtype != dtype)
    return refuse(why, ATTEST_UNSUPPORTED, "this kernel computes %s of %s", operation_name(operation),
                  dtype_name(dtype));
  return ATTEST_OK;
}

template <typename T, std::uint32_t dtype, std::uint32_t operation>
int run(const attest_problem* p, void* scratch, int threads, attest_message why) {
  const int status = supports<T, dtype, operation>(p, why);
  if (status == ATTEST_OK) scalar_attention<T>(*p, scratch, threads);
  return status;
}

template <typename T>
size_t scratch(const attest_problem* p, int threads) {
  return scalar_scratch<T>(*p, threads);
}

/// expf and exp of the C library: less than one ulp, which is at most 2u of the value.
template <typename Real>
attest_error_class error_class(double output_round) {
  constexpr double u = std::numeric_limits<Real>::epsilon() / 2;
  return {.struct_size = sizeof(attest_error_class),
          .method = ATTEST_METHOD_DIRECT,
          .input_round = 0,
          .accumulate = u,
          .exp_argument = 1,
          .exp_relative = 2 * u,
          .weight_round = 0,
          .output_round = output_round,
          .underflow = static_cast<double>(std::numeric_limits<Real>::min()),
          .weight_underflow = static_cast<double>(std::numeric_limits<Real>::min()),
          .key_block = 0,
          .reference_lag = 0,
          .norm_relative = 0};
}

template <typename T, std::uint32_t dtype, std::uint32_t operation>
attest_kernel kernel(const attest_error_class& error) {
  static const std::string name = std::string(operation_name(operation)) + "_" + dtype_name(dtype) + "_scalar";
  return {.struct_size = sizeof(attest_kernel),
          .name = name.c_str(),
          .isa = "scalar",
          .operation = operation,
          .dtype = dtype,
          .error = error,
          .available = always,
          .supports = supports<T, dtype, operation>,
          .scratch = scratch<T>,
          .run = run<T, dtype, operation>};
}

template <typename T, std::uint32_t dtype>
void add(std::vector<attest_kernel>& list, const attest_error_class& error) {
  list.push_back(kernel<T, dtype, ATTEST_ATTENTION>(error));
  list.push_back(kernel<T, dtype, ATTEST_RPE>(error));
  list.push_back(kernel<T, dtype, ATTEST_URPE>(error));
  list.push_back(kernel<T, dtype, ATTEST_POSITIONAL>(error));
  list.push_back(kernel<T, dtype, ATTEST_HARDMAX>(error));
}

}  // namespace

std::span<const attest_kernel> scalar_kernels() {
  static const std::vector<attest_kernel> list = [] {
    std::vector<attest_kernel> all;
    add<double, ATTEST_FLOAT64>(all, error_class<double>(0));
    add<float, ATTEST_FLOAT32>(all, error_class<float>(0));
    add<BFloat16, ATTEST_BFLOAT16>(all, error_class<float>(0x1p-8));
    add<Float16, ATTEST_FLOAT16>(all, error_class<float>(0x1p-11));
    return all;
  }();
  return list;
}

}  // namespace attest::kernels
