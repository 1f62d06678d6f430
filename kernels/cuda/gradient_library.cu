// SPDX-License-Identifier: Apache-2.0
// The gradients that libattest_kernels_cuda.so offers through the C interface.
#include <new>
#include <string>
#include <vector>

#include "kernels/cuda/attention.hpp"
#include "kernels/cuda/gradient.hpp"
#include "kernels/cuda/hopper/gradients.hpp"
#include "kernels/cuda/hopper/hopper.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda {
namespace {

/// float32 sums and float32 weights, whatever the format of the arrays.
attest_error_class error_of(attest_dtype dtype) {
  constexpr double kLeastNormal = 0x1p-126;
  return {.struct_size = sizeof(attest_error_class),
          .method = ATTEST_METHOD_DIRECT,
          .input_round = 0,
          .accumulate = 0x1p-24,
          .exp_argument = 3,  // the difference, log2(e) as a float, and their product
          .exp_relative = 0x1p-22,
          .weight_round = 0,
          .output_round = dtype == ATTEST_BFLOAT16  ? 0x1p-8
                          : dtype == ATTEST_FLOAT16 ? 0x1p-11
                                                    : 0,
          .underflow = kLeastNormal,
          .weight_underflow = kLeastNormal,
          .key_block = 0,
          .reference_lag = 0,
          .norm_relative = 0,
          .tanh_relative = 0,
          .tanh_absolute = 0,
          .unnormalized_weights = 0};
}

/// Any device; every width, term and mask.
template <attest_dtype dtype>
struct Portable {
  static constexpr const char* isa = "cuda";
  static constexpr GradientUnits units = GradientUnits::multiply_adds;
  static attest_error_class error(std::uint32_t) { return error_of(dtype); }
  static bool available() { return device_limits().present && has_code_for_device(); }
  static attest_status supports(const attest_gradient_problem&, attest_message) { return ATTEST_OK; }
};

/// On sm_90a's own units: their sums (docs/cuda.md, "Error classes"), and weights and dS rounded to the format before
/// they are multiplied. The log-sum-exp and the output are those of a forward kernel of the same units.
template <attest_dtype dtype>
struct Hopper {
  static constexpr const char* isa = "sm90a";
  static constexpr GradientUnits units = GradientUnits::hopper;
  static attest_error_class error(std::uint32_t operation) {
    attest_error_class error = error_of(dtype);
    error.accumulate = 0x1p-22;
    error.weight_round = error.output_round;
    if (dtype == ATTEST_FLOAT16) error.weight_underflow = 0x1p-25;
    error.key_block = hopper::kLeastKeyBlock;
    error.reference_lag = hopper::reference_lag(operation, dtype);
    return error;
  }
  static bool available() { return hopper::available(); }
  static attest_status supports(const attest_gradient_problem& g, attest_message why) {
    return hopper::supports_gradients(g, why);
  }
};

template <std::uint32_t operation, attest_dtype dtype, class Units>
struct GradientKernel {
  static int available() { return Units::available() ? 1 : 0; }

  static int supports(const attest_gradient_problem* g, attest_message why) {
    if (g->struct_size != sizeof *g)
      return kernels::refuse(why, ATTEST_INVALID, "expected a struct_size of %zu", sizeof *g);
    const attest_problem& p = g->forward;
    if (const int status = kernels::check_computes(p, operation, dtype, kernels::Extensions::none, why);
        status != ATTEST_OK)
      return status;
    const bool any = p.batches > 0 && p.heads > 0 && p.queries > 0;
    if (any && p.log_sum_exp.data == nullptr)
      return kernels::refuse(why, ATTEST_INVALID, "log_sum_exp: expected what the forward pass stored");
    if (any && p.value_width > 0 && g->grad_output.data == nullptr)
      return kernels::refuse(why, ATTEST_INVALID, "grad_output: expected data, found a null pointer");
    return Units::supports(*g, why);
  }

  static std::size_t scratch(const attest_gradient_problem*, int) { return 0; }

  static int run(const attest_gradient_problem* g, void*, int, attest_message why) {
    if (const int status = supports(g, why); status != ATTEST_OK) return status;
    if (available() == 0) return kernels::refuse(why, ATTEST_NO_DEVICE, "no CUDA device that runs this kernel");
    try {
      return run_gradients(*g, Units::units, why);
    } catch (const std::bad_alloc&) {
      return kernels::refuse(why, ATTEST_NO_MEMORY, "out of host memory");
    }
  }

  static attest_gradient_kernel describe() {
    static const std::string name =
        std::string(kernels::operation_name(operation)) + "_gradient_" + kernels::dtype_name(dtype) + "_" + Units::isa;
    return {sizeof(attest_gradient_kernel), name.c_str(), Units::isa, operation, dtype,
            Units::error(operation),        available,    supports,   scratch,   run};
  }
};

template <attest_dtype dtype, template <attest_dtype> class Units, std::uint32_t... operations>
void add(std::vector<attest_gradient_kernel>& to) {
  (to.push_back(GradientKernel<operations, dtype, Units<dtype>>::describe()), ...);
}

template <attest_dtype dtype>
void add_portable(std::vector<attest_gradient_kernel>& to) {
  add<dtype, Portable, ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_POSITIONAL>(to);
}

const std::vector<attest_gradient_kernel>& all_gradients() {
  static const std::vector<attest_gradient_kernel> list = [] {
    std::vector<attest_gradient_kernel> kernels;
    add<ATTEST_BFLOAT16, Hopper, ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE>(kernels);
    add<ATTEST_FLOAT16, Hopper, ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE>(kernels);
    add_portable<ATTEST_FLOAT32>(kernels), add_portable<ATTEST_BFLOAT16>(kernels),
        add_portable<ATTEST_FLOAT16>(kernels);
    return kernels;
  }();
  return list;
}

}  // namespace
}  // namespace attest::cuda

extern "C" ATTEST_EXPORT const attest_gradient_kernel_library* attest_gradient_kernels(uint32_t abi) {
  static const attest_gradient_kernel_library library{.abi = ATTEST_GRADIENT_ABI,
                                                      .name = "attest_kernels_cuda",
                                                      .version = ATTEST_VERSION,
                                                      .count = attest::cuda::all_gradients().size(),
                                                      .kernels = attest::cuda::all_gradients().data()};
  return abi == ATTEST_GRADIENT_ABI ? &library : nullptr;
}
