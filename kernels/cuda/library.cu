// SPDX-License-Identifier: Apache-2.0
// What libattest_kernels_cuda.so offers through the C interface.
#include "kernels/cuda/attention.hpp"
#include "kernels/cuda/attest_cuda.h"
#include "kernels/cuda/family.hpp"
#include "kernels/cuda/hopper/hopper.hpp"

namespace attest::cuda {
namespace {

constexpr double kFloatUnit = 0x1p-24, kLeastNormal = 0x1p-126;
/// The matrix units add a few products and the accumulator at a time, aligned to the greatest of them and cut instead
/// of rounded (docs/cuda.md, "Error classes"): k products cost at most (k + 2) 2^-23 of the sum of magnitudes, no more
/// than k of these units.
constexpr double kMatrixUnit = 0x1p-22;

attest_error_class float32_class() {
  return {.struct_size = sizeof(attest_error_class),
          .method = ATTEST_METHOD_DIRECT,
          .input_round = 0,
          .accumulate = kFloatUnit,
          .exp_argument = 3,  // the difference, log2(e) as a float, and their product: 2.3 units of |s - m|
          .exp_relative = 0x1p-22,
          .weight_round = 0,
          .output_round = 0,
          .underflow = kLeastNormal,
          .weight_underflow = kLeastNormal,
          .key_block = 32,  // the smallest tile of keys
          .reference_lag = 0,
          .norm_relative = 0,
          .tanh_relative = 0,
          .tanh_absolute = 0,
          .unnormalized_weights = 0};
}

attest_error_class matrix_class(double input_round, double weight_round, double output_round, double weight_underflow) {
  attest_error_class error = float32_class();
  error.accumulate = kMatrixUnit;
  error.exp_argument = 1;
  error.input_round = input_round;
  error.weight_round = weight_round;
  error.output_round = output_round;
  error.weight_underflow = weight_underflow;
  return error;
}

/// Any device; every width.
struct Portable {
  static constexpr const char* isa = "cuda";
  static bool available() { return device_limits().present && has_code_for_device(); }
  static attest_status supports(const attest_problem& p, attest_message why) {
    constexpr std::int64_t most = 1 << 30;  // differences of positions, and columns, are 32-bit numbers
    if (p.queries > most || p.keys > most || p.width > most || p.value_width > most)
      return kernels::refuse(why, ATTEST_UNSUPPORTED, "queries, keys, width, value_width: expected at most 2^30");
    return ATTEST_OK;
  }
};

struct Float32 : Portable {
  static constexpr attest_dtype dtype = ATTEST_FLOAT32;
  static attest_error_class error() { return float32_class(); }
  static attest_status enqueue(const attest_problem& p, cudaStream_t stream, attest_message why) {
    return enqueue_simt(p, stream, why);
  }
};

/// On the matrix units where the device has them, else with float32 multiply-adds, which is inside the same error
/// class.
struct OnMatrixUnits : Portable {
  static attest_status enqueue(const attest_problem& p, cudaStream_t stream, attest_message why) {
    return mma_fits(p) ? enqueue_mma(p, stream, why) : enqueue_simt(p, stream, why);
  }
};
struct Float32AsTf32 : OnMatrixUnits {
  static constexpr const char* isa = "cuda_tf32";
  static constexpr attest_dtype dtype = ATTEST_FLOAT32;
  static attest_error_class error() { return matrix_class(0x1p-11, 0x1p-11, 0, kLeastNormal); }
};
struct Float16 : OnMatrixUnits {
  static constexpr attest_dtype dtype = ATTEST_FLOAT16;
  static attest_error_class error() { return matrix_class(0, 0x1p-11, 0x1p-11, 0x1p-25); }
};
struct BFloat16 : OnMatrixUnits {
  static constexpr attest_dtype dtype = ATTEST_BFLOAT16;
  static attest_error_class error() { return matrix_class(0, 0x1p-8, 0x1p-8, kLeastNormal); }
};

/// On sm_90a's own units; of operations whose error class is this one's.
template <class Portable, std::uint32_t operation = ATTEST_ATTENTION>
struct Hopper : Portable {
  static constexpr const char* isa = "sm90a";
  static attest_error_class error() {
    attest_error_class error = Portable::error();
    error.key_block = hopper::kLeastKeyBlock;
    error.reference_lag = hopper::reference_lag(operation, Portable::dtype);
    return error;
  }
  static bool available() { return hopper::available(); }
  static attest_status supports(const attest_problem& p, attest_message why) { return hopper::supports(p, why); }
  static attest_status enqueue(const attest_problem& p, cudaStream_t stream, attest_message why) {
    return hopper::enqueue(p, stream, why);
  }
};

const Kernels& all() {
  static const Kernels list = [] {
    Kernels kernels;
    add_operations<Hopper<BFloat16>, ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE>(kernels);
    add_operations<Hopper<Float16>, ATTEST_ATTENTION, ATTEST_RPE>(kernels);
    add_operations<Hopper<Float16, ATTEST_URPE>, ATTEST_URPE>(kernels);
    add_family<Float32>(kernels);
    add_family<Float32AsTf32>(kernels);
    add_family<BFloat16>(kernels);
    add_family<Float16>(kernels);
    return kernels;
  }();
  return list;
}

attest_status enqueue(const attest_kernel& kernel, const attest_problem& p, cudaStream_t stream, attest_message why) {
  const auto& [kernels, enqueues] = all();
  const auto index = static_cast<std::size_t>(&kernel - kernels.data());
  if (index >= kernels.size()) return kernels::refuse(why, ATTEST_INVALID, "kernel: not one of this library");
  if (const int status = kernel.supports(&p, why); status != ATTEST_OK) return static_cast<attest_status>(status);
  if (kernel.available() == 0) return kernels::refuse(why, ATTEST_NO_DEVICE, "no CUDA device that runs this kernel");
  if (p.bias.kind == ATTEST_TERM_BUCKETS)
    return kernels::refuse(why, ATTEST_UNSUPPORTED, "buckets are in host memory: enqueue does not copy");
  for (const attest_tensor* t :
       {&p.query, &p.key, &p.value, &p.bias.values, &p.factor.values, &p.mask, &p.output, &p.row_sum, &p.log_sum_exp})
    if (t->data != nullptr && !on_device(t->data))
      return kernels::refuse(why, ATTEST_INVALID, "enqueue: expected every tensor in device memory");
  return enqueues[index](p, stream, why);
}

}  // namespace
}  // namespace attest::cuda

extern "C" ATTEST_EXPORT const attest_kernel_library* attest_kernels(uint32_t abi) {
  static const attest_kernel_library library{.abi = ATTEST_KERNEL_ABI,
                                             .name = "attest_kernels_cuda",
                                             .version = ATTEST_VERSION,
                                             .count = attest::cuda::all().kernels.size(),
                                             .kernels = attest::cuda::all().kernels.data()};
  return abi == ATTEST_KERNEL_ABI ? &library : nullptr;
}

extern "C" ATTEST_EXPORT int attest_cuda_enqueue(const attest_kernel* kernel, const attest_problem* problem,
                                                 void* stream, attest_message why) {
  return attest::cuda::enqueue(*kernel, *problem, static_cast<cudaStream_t>(stream), why);
}
