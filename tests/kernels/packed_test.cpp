// SPDX-License-Identifier: Apache-2.0
// The kernels of 16-bit inputs against the scalar specification in float64, each forced by name.
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "kernels/cpu/packed/kernels.hpp"
#include "kernels/formats.hpp"
#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "tests/kernels/half_case.hpp"

using namespace attest::kernels;
using namespace attest::test;

namespace {

void hold_to_bound(const char* isa, std::uint32_t dtype, std::size_t step) {
  for (const attest_kernel& kernel : packed_kernels()) {
    if (std::string(kernel.isa) != isa || kernel.dtype != dtype) continue;
    if (!kernel.available()) {
      WARN("skipped: " << kernel.name << ", this processor has no " << isa);
      continue;
    }
    const HalfRun forced = [&](const attest_problem& problem, int threads) {
      std::string why, ran;
      const int status = run_problem(problem, kernel.name, threads, why, &ran);
      if (status == ATTEST_OK) REQUIRE(ran == kernel.name);
      return status;
    };
    for (const HalfCase& made : sweep(kernel.operation, dtype, step))
      REQUIRE(check_case(made, kernel.error, forced) == "");
  }
}

}  // namespace

TEST_CASE("bfloat16, amx") { hold_to_bound("amx", ATTEST_BFLOAT16, 1); }
TEST_CASE("bfloat16, avx512bf16") { hold_to_bound("avx512bf16", ATTEST_BFLOAT16, 1); }
TEST_CASE("bfloat16, avx512") { hold_to_bound("avx512", ATTEST_BFLOAT16, 3); }
TEST_CASE("bfloat16, avx2") { hold_to_bound("avx2", ATTEST_BFLOAT16, 3); }
TEST_CASE("float16, avx512") { hold_to_bound("avx512", ATTEST_FLOAT16, 3); }
TEST_CASE("float16, avx2") { hold_to_bound("avx2", ATTEST_FLOAT16, 3); }

TEST_CASE("uniform weights are exact: the mean of a power of two of integers") {
  for (const attest_kernel& kernel : packed_kernels()) {
    if (!kernel.available() || kernel.operation != ATTEST_ATTENTION) continue;
    for (std::int64_t keys : {1, 4, 64, 512}) {
      HalfCase made;
      made.dtype = kernel.dtype;
      made.queries = 9, made.keys = keys, made.width = 5, made.value_width = 18;
      made.scale = 0;
      made.integers = true;
      HalfProblem problem(made);
      std::string why;
      REQUIRE(run_problem(problem.problem(), kernel.name, 1, why) == ATTEST_OK);
      const std::vector<double> computed = problem.result().output, truth = problem.specification().output;
      for (std::size_t i = 0; i < truth.size(); ++i) {
        const auto mean = static_cast<float>(truth[i]);  // exact: only its rounding to the output is left
        REQUIRE(computed[i] == (kernel.dtype == ATTEST_BFLOAT16 ? to_accumulator(round_from<BFloat16, float>(mean))
                                                                : to_accumulator(round_from<Float16, float>(mean))));
      }
    }
  }
}

TEST_CASE("a scale that no float holds is refused with a reason") {
  HalfCase made;
  made.scale = 1e300;
  std::string why;
  const HalfProblem problem(made);
  for (const attest_kernel& kernel : packed_kernels()) {
    if (!kernel.available() || kernel.operation != ATTEST_ATTENTION || kernel.dtype != ATTEST_BFLOAT16) continue;
    REQUIRE(run_problem(problem.problem(), kernel.name, 1, why) == ATTEST_UNSUPPORTED);
    REQUIRE(why.find("scale: expected 0 or a magnitude from 2^-126 to 2^126") != std::string::npos);
  }
}

TEST_CASE("scratch is at most 16 MiB") {
  attest_problem p{};
  p.struct_size = sizeof p;
  p.operation = ATTEST_URPE;
  p.dtype = ATTEST_BFLOAT16;
  p.bias.kind = p.factor.kind = ATTEST_TERM_TOEPLITZ;
  for (const auto& [batches, heads, keys, width] : std::vector<std::array<std::int64_t, 4>>{
           {32, 12, 512, 64}, {1, 12, 1024, 64}, {1, 12, 4096, 64}, {1, 8, 4096, 128}}) {
    p.batches = batches, p.heads = heads, p.queries = p.keys = keys, p.width = p.value_width = width;
    for (const attest_kernel& kernel : packed_kernels())
      for (int threads : {1, 2, 4}) REQUIRE(kernel.scratch(&p, threads) <= std::size_t{16} << 20);
  }
}
