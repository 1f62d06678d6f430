// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/specification/kernels.hpp"

#include "kernels/cpu/family.hpp"
#include "kernels/cpu/specification/attention.hpp"
#include "kernels/formats.hpp"

namespace attest::kernels {

namespace {

/// Real: the type of the intermediate numbers; output_round_bits: what the output's format keeps of them, 0 for all.
template <typename T, std::uint32_t element, typename Real, int output_round_bits>
struct Scalar {
  static constexpr const char* isa = "scalar";
  static constexpr std::uint32_t dtype = element;
  static constexpr Extensions extensions = Extensions::all;

  /// expf and exp of the C library: less than one ulp, which is at most 2u of the value.
  static attest_error_class error() {
    attest_error_class error = plain_error<Real>(std::numeric_limits<Real>::epsilon());
    error.output_round = output_round_bits == 0 ? 0 : 1.0 / (1 << output_round_bits);
    error.tanh_relative = 2 * std::numeric_limits<Real>::epsilon();  // tanhf and tanh: two ulps
    return error;
  }

  static bool available() { return true; }
  static attest_status supports(const attest_problem&, attest_message) { return ATTEST_OK; }
  static std::size_t scratch(const attest_problem& p, int threads) { return scalar_scratch<T>(p, threads); }
  static void run(const attest_problem& p, void* scratch, int threads) { scalar_attention<T>(p, scratch, threads); }
};

template <class Family>
void add(std::vector<attest_kernel>& to) {
  add_family<Family, ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_POSITIONAL, ATTEST_HARDMAX>(to);
}

}  // namespace

std::span<const attest_kernel> specification_kernels() {
  static const std::vector<attest_kernel> list = [] {
    std::vector<attest_kernel> all;
    add<Scalar<double, ATTEST_FLOAT64, double, 0>>(all);
    add<Scalar<float, ATTEST_FLOAT32, float, 0>>(all);
    add<Scalar<BFloat16, ATTEST_BFLOAT16, float, 8>>(all);
    add<Scalar<Float16, ATTEST_FLOAT16, float, 11>>(all);
    return all;
  }();
  return list;
}

}  // namespace attest::kernels
