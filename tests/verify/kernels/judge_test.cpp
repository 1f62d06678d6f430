// SPDX-License-Identifier: Apache-2.0
#include "verify/kernels/judge.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "kernels/registry.hpp"
#include "tests/verify/kernels/instances.hpp"

using namespace attest;
using namespace attest::verify;

namespace {

attest_error_class class_of_scalar(attest_dtype dtype) {
  const char* name = dtype == ATTEST_FLOAT64    ? "rpe_float64_scalar"
                     : dtype == ATTEST_FLOAT32  ? "rpe_float32_scalar"
                     : dtype == ATTEST_BFLOAT16 ? "rpe_bfloat16_scalar"
                                                : "rpe_float16_scalar";
  return kernels::find_kernel(name)->error;
}

}  // namespace

TEST_CASE("the scalar kernels are inside their bounds") {
  std::mt19937_64 random(1);
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64, ATTEST_BFLOAT16, ATTEST_FLOAT16})
    for (int trial = 0; trial < 100; ++trial) {
      const Instance instance = tests::random_instance(tests::random_shape(dtype, random), random);
      const Judgement judgement = judge(instance, tests::run_scalar(instance), class_of_scalar(dtype));
      INFO("dtype " << dtype << " trial " << trial << " operation " << instance.operation << " ties " << instance.ties
                    << " worst " << judgement.worst.part << " " << judgement.worst.computed << " in "
                    << judgement.worst.truth_low << ", " << judgement.worst.truth_high << " error "
                    << judgement.worst.error_high << " bound " << judgement.worst.bound);
      CHECK(judgement.accepted());
      CHECK(judgement.elements > 0);
    }
}
