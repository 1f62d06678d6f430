// SPDX-License-Identifier: Apache-2.0
#include "kernels/bfloat16/kernels.hpp"

#include <string>
#include <vector>

#include "kernels/bfloat16/driver.hpp"
#include "kernels/bfloat16/engines.hpp"
#include "kernels/cpu.hpp"
#include "kernels/problem.hpp"

namespace attest::kernels {

namespace {

template <const bfloat16::Engine& engine, std::uint32_t dtype, std::uint32_t operation>
int supports(const attest_problem* p, attest_message why) {
  if (const attest_status status = check_problem(*p, why); status != ATTEST_OK) return status;
  if (p->operation != operation || p->dtype != dtype)
    return refuse(why, ATTEST_UNSUPPORTED, "this kernel computes %s of %s", operation_name(operation),
                  dtype_name(dtype));
  return bfloat16::supports(*p, why);
}

template <const bfloat16::Engine& engine>
size_t scratch(const attest_problem* p, int threads) {
  return bfloat16::scratch(engine, *p, threads);
}

template <const bfloat16::Engine& engine, int (*available)(), std::uint32_t dtype, std::uint32_t operation>
int run(const attest_problem* p, void* memory, int threads, attest_message why) {
  if (!available()) return refuse(why, ATTEST_NO_DEVICE, "this processor lacks the kernel's instructions");
  const int status = supports<engine, dtype, operation>(p, why);
  if (status == ATTEST_OK) bfloat16::run(engine, *p, memory, threads);
  return status;
}

/// pairs: products of pairs of bfloat16, else of widened floats.
attest_error_class error_class(bool pairs, double output_round) {
  return {
      .struct_size = sizeof(attest_error_class),
      .method = ATTEST_METHOD_DIRECT,
      .input_round = 0,
      .accumulate = 0x1p-24,
      // The unit log2(e) as a float (0.23), and for |m| > 2^22 the difference to m and cutting it at 0 (1 and 1).
      .exp_argument = 2.5,
      .exp_relative = 0x1p-18,
      .weight_round = pairs ? 0x1p-8 : 0,
      .output_round = output_round,
      // Weights are made with a reference of up to log(2) above the greatest score: what underflows is twice as much of
      // the greatest weight. In the kernel's own numbers weights below 2^-125.5 become 0, results below 2^-126.
      .underflow = 0x1p-124,
      .weight_underflow = pairs ? 0x1p-125 : 0,
      .key_block = 0,
      .reference_lag = 0x1.62e42fefa39f0p-1,  // log(2), rounded up
      .norm_relative = 0};
}

template <const bfloat16::Engine& engine, int (*available)(), std::uint32_t dtype, std::uint32_t operation>
attest_kernel kernel(const char* isa, const attest_error_class& error) {
  static const std::string name = std::string(operation_name(operation)) + "_" + dtype_name(dtype) + "_" + isa;
  return {.struct_size = sizeof(attest_kernel),
          .name = name.c_str(),
          .isa = isa,
          .operation = operation,
          .dtype = dtype,
          .error = error,
          .available = available,
          .supports = supports<engine, dtype, operation>,
          .scratch = scratch<engine>,
          .run = run<engine, available, dtype, operation>};
}

template <const bfloat16::Engine& engine, int (*available)(), std::uint32_t dtype>
void add(std::vector<attest_kernel>& list, const char* isa, bool pairs) {
  const attest_error_class error = error_class(pairs, dtype == ATTEST_BFLOAT16 ? 0x1p-8 : 0x1p-11);
  list.push_back(kernel<engine, available, dtype, ATTEST_ATTENTION>(isa, error));
  list.push_back(kernel<engine, available, dtype, ATTEST_RPE>(isa, error));
  list.push_back(kernel<engine, available, dtype, ATTEST_URPE>(isa, error));
  list.push_back(kernel<engine, available, dtype, ATTEST_HARDMAX>(isa, error));
}

int has_amx() { return cpu().amx_bf16 && cpu().avx512_bf16; }
int has_avx512bf16() { return cpu().avx512_bf16; }
int has_avx512() { return cpu().avx512; }
int has_avx2() { return cpu().avx2; }

}  // namespace

std::span<const attest_kernel> bfloat16_kernels() {
  static const std::vector<attest_kernel> list = [] {
    std::vector<attest_kernel> all;
#if defined(__x86_64__)
    add<bfloat16::amx_engine, has_amx, ATTEST_BFLOAT16>(all, "amx", true);
    add<bfloat16::avx512bf16_engine, has_avx512bf16, ATTEST_BFLOAT16>(all, "avx512bf16", true);
    add<bfloat16::avx512_bfloat16_engine, has_avx512, ATTEST_BFLOAT16>(all, "avx512", false);
    add<bfloat16::avx2_bfloat16_engine, has_avx2, ATTEST_BFLOAT16>(all, "avx2", false);
    add<bfloat16::avx512_float16_engine, has_avx512, ATTEST_FLOAT16>(all, "avx512", false);
    add<bfloat16::avx2_float16_engine, has_avx2, ATTEST_FLOAT16>(all, "avx2", false);
#endif
    return all;
  }();
  return list;
}

}  // namespace attest::kernels
