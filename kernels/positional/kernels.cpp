// SPDX-License-Identifier: Apache-2.0
#include "kernels/positional/kernels.hpp"

#include <limits>
#include <vector>

#include "kernels/cpu.hpp"
#include "kernels/positional/isa.hpp"
#include "kernels/problem.hpp"
#include "kernels/terms.hpp"
#include "kernels/threads.hpp"

namespace attest::kernels {

namespace {

using positional::Instructions;

template <typename T>
constexpr std::uint32_t kDtype = sizeof(T) == 8 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;

bool differs_by_batch(const attest_problem& p, const attest_tensor& t) { return p.batches > 1 && t.batch != 0; }

template <typename T>
attest_status supports_direct(const attest_problem& p, attest_message why) {
  if (const attest_status status = check_problem(p, why); status != ATTEST_OK) return status;
  if (p.operation != ATTEST_POSITIONAL || p.dtype != kDtype<T>)
    return refuse(why, ATTEST_UNSUPPORTED, "this kernel computes positional of %s", dtype_name(kDtype<T>));
  const char* differs = nullptr;
  if (p.width > 0 && differs_by_batch(p, p.query)) differs = "query";
  if (p.width > 0 && differs_by_batch(p, p.key)) differs = "key";
  if (p.bias.kind == ATTEST_TERM_DENSE && differs_by_batch(p, p.bias.values)) differs = "bias";
  if (p.factor.kind == ATTEST_TERM_DENSE && differs_by_batch(p, p.factor.values)) differs = "factor";
  if (p.mask_kind == ATTEST_MASK_BYTES && differs_by_batch(p, p.mask)) differs = "mask";
  if (differs != nullptr)
    return refuse(why, ATTEST_UNSUPPORTED, "%s differs from batch to batch: expected batch stride 0, as A is made once",
                  differs);
  return ATTEST_OK;
}

/// exp: kernels/positional/exp.hpp.
template <typename T>
attest_error_class direct_class() {
  constexpr double u = std::numeric_limits<T>::epsilon() / 2;
  return {.struct_size = sizeof(attest_error_class),
          .method = ATTEST_METHOD_DIRECT,
          .input_round = 0,
          .accumulate = u,
          .exp_argument = 1,
          .exp_relative = 3 * u,
          .weight_round = 0,
          .output_round = 0,
          .underflow = static_cast<double>(std::numeric_limits<T>::min()),
          .weight_underflow = static_cast<double>(std::numeric_limits<T>::min()),
          .key_block = 0,
          .reference_lag = 0,
          .norm_relative = 0};
}

/// Rows that the direct method computes are in its class, so the Fourier kernel's holds it, too.
template <typename T>
attest_error_class fourier_class() {
  attest_error_class error = direct_class<T>();
  error.method = ATTEST_METHOD_FFT;
  error.exp_relative = 5 * std::numeric_limits<T>::epsilon() / 2;  // and the rest of the argument's subtraction
  error.output_round = std::numeric_limits<T>::epsilon() / 2;
  error.norm_relative = positional::kNormRelative<T>;
  return error;
}

constexpr std::int64_t kLine = 64;
std::int64_t whole_lines(std::int64_t bytes) { return (bytes + kLine - 1) / kLine * kLine; }

/// How a kernel's functions are made of one method's: each instance is a kernel without state.
template <typename T, typename Method>
attest_kernel kernel_of(const char* name, const char* isa, const attest_error_class& error) {
  attest_kernel kernel{};
  kernel.struct_size = sizeof kernel;
  kernel.name = name;
  kernel.isa = isa;
  kernel.operation = ATTEST_POSITIONAL;
  kernel.dtype = kDtype<T>;
  kernel.error = error;
  kernel.available = [] { return static_cast<int>(Method::available()); };
  kernel.supports = [](const attest_problem* p, attest_message why) -> int { return Method::supports(*p, why); };
  kernel.scratch = [](const attest_problem* p, int threads) {
    return static_cast<size_t>(Method::shared_scratch(*p) + threads * whole_lines(Method::worker_scratch(*p)));
  };
  kernel.run = [](const attest_problem* p, void* scratch, int threads, attest_message why) -> int {
    if (!Method::available()) return refuse(why, ATTEST_NO_DEVICE, "this processor lacks the kernel's instructions");
    if (const attest_status status = Method::supports(*p, why); status != ATTEST_OK) return status;
    auto* const shared = static_cast<char*>(scratch);
    Method::start(*p, shared);
    const std::int64_t offset = Method::shared_scratch(*p), bytes = whole_lines(Method::worker_scratch(*p));
    parallel_for(Method::tasks(*p), threads, [&](std::int64_t task, int worker) {
      Method::task(*p, shared, task, shared + offset + worker * bytes);
    });
    return ATTEST_OK;
  };
  return kernel;
}

template <typename T, const Instructions<T>& code, bool Cpu::*has>
struct Direct {
  static bool available() { return cpu().*has; }
  static attest_status supports(const attest_problem& p, attest_message why) { return supports_direct<T>(p, why); }
  static std::int64_t shared_scratch(const attest_problem&) { return 0; }
  static std::int64_t worker_scratch(const attest_problem& p) { return code.direct_scratch(p); }
  static std::int64_t tasks(const attest_problem& p) { return code.direct_tasks(p); }
  static void start(const attest_problem&, char*) {}
  static void task(const attest_problem& p, const char*, std::int64_t task, char* scratch) {
    code.direct_task(p, task, scratch);
  }
};

/// With the best instructions that the processor has.
template <typename T>
struct FourierMethod {
  static const Instructions<T>& code() {
    if constexpr (sizeof(T) == 8)
      return cpu().avx512 ? positional::avx512_double : positional::avx2_double;
    else
      return cpu().avx512 ? positional::avx512_float : positional::avx2_float;
  }
  static bool available() { return cpu().avx2; }
  static attest_status supports(const attest_problem& p, attest_message why) {
    if (const attest_status status = supports_direct<T>(p, why); status != ATTEST_OK) return status;
    const char* unfit = nullptr;
    if (p.width != 0) unfit = "width = 0";
    if (p.bias.kind != ATTEST_TERM_NONE && !is_relative(p.bias)) unfit = "a bias that depends on i - j alone";
    if (p.factor.kind != ATTEST_TERM_NONE && !is_relative(p.factor)) unfit = "a factor that depends on i - j alone";
    if (p.mask_kind == ATTEST_MASK_BYTES) unfit = "no mask or a causal one";
    if (unfit == nullptr && available() && !code().toeplitz_pays(p)) unfit = "lengths at which transforms are faster";
    return unfit == nullptr ? ATTEST_OK : refuse(why, ATTEST_UNSUPPORTED, "the Fourier kernel needs %s", unfit);
  }
  static std::int64_t length(const attest_problem& p) { return positional::transform_length(p.queries + p.keys); }
  static std::int64_t shared_scratch(const attest_problem& p) {
    return whole_lines(length(p) * static_cast<std::int64_t>(2 * sizeof(double)));
  }
  static std::int64_t worker_scratch(const attest_problem& p) { return code().toeplitz_scratch(p); }
  static std::int64_t tasks(const attest_problem& p) { return code().toeplitz_tasks(p); }
  static void start(const attest_problem& p, char* shared) {
    positional::fourier_roots(length(p), reinterpret_cast<double*>(shared));
  }
  static void task(const attest_problem& p, const char* shared, std::int64_t task, char* scratch) {
    code().toeplitz_task(p, reinterpret_cast<const double*>(shared), task, scratch);
  }
};

}  // namespace

std::span<const attest_kernel> positional_kernels() {
  static const std::vector<attest_kernel> list = [] {
    std::vector<attest_kernel> all;
#if defined(__x86_64__)
    using namespace positional;
    const attest_error_class single = direct_class<float>(), full = direct_class<double>();
    all.push_back(kernel_of<float, FourierMethod<float>>("positional_float32_fft", "fft", fourier_class<float>()));
    all.push_back(
        kernel_of<float, Direct<float, avx512_float, &Cpu::avx512>>("positional_float32_avx512", "avx512", single));
    all.push_back(kernel_of<float, Direct<float, avx2_float, &Cpu::avx2>>("positional_float32_avx2", "avx2", single));
    all.push_back(
        kernel_of<double, Direct<double, avx512_double, &Cpu::avx512>>("positional_float64_avx512", "avx512", full));
    all.push_back(kernel_of<double, Direct<double, avx2_double, &Cpu::avx2>>("positional_float64_avx2", "avx2", full));
    // Not before the direct ones: its promise is 2^-40 of norms, and who computes in float64 wants every element's
    // digits.
    all.push_back(kernel_of<double, FourierMethod<double>>("positional_float64_fft", "fft", fourier_class<double>()));
#endif
    return all;
  }();
  return list;
}

}  // namespace attest::kernels
