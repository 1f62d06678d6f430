// SPDX-License-Identifier: Apache-2.0
#include "kernels/positional/kernels.hpp"

#include <limits>
#include <vector>

#include "kernels/cpu.hpp"
#include "kernels/positional/isa.hpp"
#include "kernels/problem.hpp"
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
          .key_block = 0, .reference_lag = 0};
}

/// One kernel: its parts are constants, so that each instance's functions have no state.
template <typename T, const Instructions<T>& code, bool Cpu::*has>
struct Direct {
  static int available() { return cpu().*has; }
  static int supports(const attest_problem* p, attest_message why) { return supports_direct<T>(*p, why); }
  static std::int64_t worker_scratch(const attest_problem& p) { return (code.direct_scratch(p) + 63) / 64 * 64; }
  static size_t scratch(const attest_problem* p, int threads) {
    return static_cast<size_t>(worker_scratch(*p)) * static_cast<size_t>(threads);
  }
  static int run(const attest_problem* p, void* scratch, int threads, attest_message why) {
    if (!available()) return refuse(why, ATTEST_NO_DEVICE, "this processor lacks the kernel's instructions");
    if (const attest_status status = supports_direct<T>(*p, why); status != ATTEST_OK) return status;
    const std::int64_t bytes = worker_scratch(*p);
    parallel_for(code.direct_tasks(*p), threads, [&](std::int64_t task, int worker) {
      code.direct_task(*p, task, static_cast<char*>(scratch) + worker * bytes);
    });
    return ATTEST_OK;
  }

  static attest_kernel kernel(const char* name, const char* isa) {
    return {.struct_size = sizeof(attest_kernel),
            .name = name,
            .isa = isa,
            .operation = ATTEST_POSITIONAL,
            .dtype = kDtype<T>,
            .error = direct_class<T>(),
            .available = available,
            .supports = supports,
            .scratch = scratch,
            .run = run};
  }
};

}  // namespace

std::span<const attest_kernel> positional_kernels() {
  static const std::vector<attest_kernel> list{
      Direct<float, positional::avx512_float, &Cpu::avx512>::kernel("positional_float32_avx512", "avx512"),
      Direct<float, positional::avx2_float, &Cpu::avx2>::kernel("positional_float32_avx2", "avx2"),
      Direct<double, positional::avx512_double, &Cpu::avx512>::kernel("positional_float64_avx512", "avx512"),
      Direct<double, positional::avx2_double, &Cpu::avx2>::kernel("positional_float64_avx2", "avx2")};
  return list;
}

}  // namespace attest::kernels
