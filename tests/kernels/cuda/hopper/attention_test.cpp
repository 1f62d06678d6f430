// SPDX-License-Identifier: Apache-2.0
// The Hopper kernels on the emulated device, instruction by instruction, held to the bounds that they state.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/attest_kernel.h"
#include "kernels/problem.hpp"
#include "tests/kernels/cuda/emulation/runtime.hpp"
#include "tests/verify/kernels/instances.hpp"
#include "verify/kernels/judge.hpp"

using namespace attest;
using tests::Shape;
namespace emulation = attest::cuda::emulation;

namespace {

const attest_kernel& kernel(attest_operation operation, attest_dtype dtype) {
  const std::string name =
      std::string(kernels::operation_name(operation)) + "_" + kernels::dtype_name(dtype) + "_sm90a";
  const attest_kernel_library* library = attest_kernels(ATTEST_KERNEL_ABI);
  for (std::size_t i = 0; i < library->count; ++i)
    if (library->kernels[i].name == name) return library->kernels[i];
  FAIL("no kernel " << name);
  throw 0;
}

/// The status and the message of run.
std::string run(const attest_problem& problem) {
  const attest_kernel& k =
      kernel(static_cast<attest_operation>(problem.operation), static_cast<attest_dtype>(problem.dtype));
  char text[400] = "";
  const int status = k.run(&problem, nullptr, 1, {text, sizeof text});
  return status == ATTEST_OK ? "" : text;
}

verify::Outputs run(const verify::Instance& instance) {
  verify::Outputs outputs = verify::blank_outputs(instance, true, true);
  REQUIRE(run(verify::as_problem(instance, outputs)) == "");
  return outputs;
}

void check(const Shape& shape, std::mt19937_64& random) {
  verify::Instance instance = tests::random_instance(shape, random);
  if (shape.mask == ATTEST_MASK_CAUSAL) instance.diagonal = static_cast<std::int64_t>(random() % 200) - 60;
  const verify::Judgement judgement =
      verify::judge(instance, run(instance), kernel(shape.operation, shape.dtype).error, {.threads = 2});
  INFO("operation " << shape.operation << " dtype " << shape.dtype << " queries " << shape.queries << " keys "
                    << shape.keys << " width " << shape.width << " value_width " << shape.value_width << " bias "
                    << shape.bias << " factor " << shape.factor << " mask " << shape.mask << " diagonal "
                    << instance.diagonal);
  INFO("outside " << judgement.outside << " of " << judgement.elements << "; worst " << judgement.worst.part << " ["
                  << judgement.worst.query << ", " << judgement.worst.column << "] " << judgement.worst.computed
                  << " for " << judgement.worst.truth_low << ", error " << judgement.worst.error_high << ", bound "
                  << judgement.worst.bound);
  CHECK(judgement.elements > 0);
  CHECK(judgement.accepted());
}

}  // namespace

TEST_CASE("every width, term and mask is inside its bound") {
  std::mt19937_64 random(5);
  const auto any = [&](auto... choices) {
    const std::int64_t list[] = {choices...};
    return list[random() % sizeof...(choices)];
  };
  for (const std::int64_t width : {64, 128, 256, 32, 96, 8, 40, 80, 200})
    for (const attest_dtype dtype : {ATTEST_BFLOAT16, ATTEST_FLOAT16}) {
      Shape shape;
      shape.dtype = dtype;
      shape.width = width;
      shape.value_width = any(width, width, std::int64_t{16}, std::int64_t{64});
      shape.queries = any(1, 63, 65, 127, 129, 191, 193, 210);
      shape.keys = any(1, 7, 63, 65, 111, 113, 129, 240);
      shape.operation = static_cast<attest_operation>(any(ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_URPE));
      if (shape.operation != ATTEST_ATTENTION) shape.bias = static_cast<attest_term_kind>(1 + random() % 4);
      if (shape.operation == ATTEST_URPE) shape.factor = static_cast<attest_term_kind>(1 + random() % 2);
      shape.mask = static_cast<attest_mask_kind>(random() % 3);
      check(shape, random);
    }
}
