// SPDX-License-Identifier: Apache-2.0
// The kernels of 16-bit inputs against the scalar specification in float64, each forced by name.
#include <catch2/catch.hpp>
#include <string>

#include "kernels/bfloat16/kernels.hpp"
#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "tests/kernels/half_case.hpp"

using namespace attest::kernels;
using namespace attest::test;

namespace {

void hold_to_bound(const char* isa, std::uint32_t dtype) {
  for (const attest_kernel& kernel : bfloat16_kernels()) {
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
    for (const HalfCase& made : sweep(kernel.operation, dtype)) REQUIRE(check_case(made, kernel.error, forced) == "");
  }
}

}  // namespace

TEST_CASE("bfloat16, amx") { hold_to_bound("amx", ATTEST_BFLOAT16); }
TEST_CASE("bfloat16, avx512bf16") { hold_to_bound("avx512bf16", ATTEST_BFLOAT16); }
TEST_CASE("bfloat16, avx512") { hold_to_bound("avx512", ATTEST_BFLOAT16); }
TEST_CASE("bfloat16, avx2") { hold_to_bound("avx2", ATTEST_BFLOAT16); }
TEST_CASE("float16, avx512") { hold_to_bound("avx512", ATTEST_FLOAT16); }
TEST_CASE("float16, avx2") { hold_to_bound("avx2", ATTEST_FLOAT16); }
