// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/packed/kernels.hpp"

#include "kernels/cpu/family.hpp"
#include "kernels/cpu/instruction_sets.hpp"
#include "kernels/cpu/packed/driver.hpp"
#include "kernels/cpu/packed/engine.hpp"
#include "kernels/cpu/simd/softcap.hpp"

namespace attest::kernels {

namespace {

/// pairs: products of pairs of bfloat16, else of widened floats.
template <class InstructionSet, const packed::Engine& engine, std::uint32_t format, bool pairs>
struct SixteenBits : InstructionSet {
  static constexpr std::uint32_t dtype = format;
  static constexpr Extensions extensions = Extensions::decoding;

  static attest_error_class error() {
    attest_error_class error = plain_error<float>(0x1p-18);
    // The unit log2(e) as a float (0.23), and for |m| > 2^22 the difference to m and cutting it at 0 (1 and 1).
    error.exp_argument = 2.5;
    error.weight_round = pairs ? 0x1p-8 : 0;
    error.output_round = format == ATTEST_BFLOAT16 ? 0x1p-8 : 0x1p-11;
    // Weights are made with a reference of up to log(2) above the greatest score: what underflows is twice as much of
    // the greatest weight. In the kernel's own numbers weights below 2^-125.5 become 0, results below 2^-126.
    error.underflow = 0x1p-124;
    error.weight_underflow = pairs ? 0x1p-125 : 0;
    error.reference_lag = 0x1.62e42fefa39f0p-1;  // log(2), rounded up
    error.tanh_relative = simd::tanh_relative<float>;
    error.tanh_absolute = simd::tanh_absolute<float>;
    return error;
  }

  static attest_status supports(const attest_problem& p, attest_message why) { return packed::supports(p, why); }
  static std::size_t scratch(const attest_problem& p, int threads) { return packed::scratch(engine, p, threads); }
  static void run(const attest_problem& p, void* scratch, int threads) { packed::run(engine, p, scratch, threads); }
};

#if defined(__x86_64__)
/// The instruction sets that multiply pairs.
struct Amx {
  static constexpr const char* isa = "amx";
  static bool available() { return cpu().amx_bf16 && cpu().avx512_bf16; }
};
struct Avx512Bf16 {
  static constexpr const char* isa = "avx512bf16";
  static bool available() { return cpu().avx512_bf16; }
};
#endif

template <class Family>
void add(std::vector<attest_kernel>& to) {
  add_family<Family, ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_HARDMAX>(to);
}

}  // namespace

std::span<const attest_kernel> packed_kernels() {
  static const std::vector<attest_kernel> list = [] {
    std::vector<attest_kernel> all;
#if defined(__x86_64__)
    add<SixteenBits<Amx, packed::amx_bfloat16, ATTEST_BFLOAT16, true>>(all);
    add<SixteenBits<Avx512Bf16, packed::avx512bf16_bfloat16, ATTEST_BFLOAT16, true>>(all);
#endif
#define ATTEST_BFLOAT16_OF(name) \
  add<SixteenBits<instruction_set::name, packed::name##_bfloat16, ATTEST_BFLOAT16, false>>(all);
#define ATTEST_FLOAT16_OF(name) \
  add<SixteenBits<instruction_set::name, packed::name##_float16, ATTEST_FLOAT16, false>>(all);
    ATTEST_INSTRUCTION_SETS(ATTEST_BFLOAT16_OF)
    ATTEST_INSTRUCTION_SETS(ATTEST_FLOAT16_OF)
    return all;
  }();
  return list;
}

}  // namespace attest::kernels
