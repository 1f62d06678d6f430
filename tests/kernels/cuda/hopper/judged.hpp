// SPDX-License-Identifier: Apache-2.0
// A Hopper kernel of the emulated library, run and held to the bound that it states.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "kernels/attest_kernel.h"
#include "kernels/problem.hpp"
#include "tests/verify/instances/instances.hpp"
#include "verify/judge/judge.hpp"

namespace attest::tests::hopper {

inline const attest_kernel& kernel(attest_operation operation, attest_dtype dtype) {
  const std::string name =
      std::string(kernels::operation_name(operation)) + "_" + kernels::dtype_name(dtype) + "_sm90a";
  const attest_kernel_library* library = attest_kernels(ATTEST_KERNEL_ABI);
  for (std::size_t i = 0; i < library->count; ++i)
    if (library->kernels[i].name == name) return library->kernels[i];
  FAIL("no kernel " << name);
  throw 0;
}

/// The status and the message of run.
inline std::string run(const attest_problem& problem) {
  const attest_kernel& k =
      kernel(static_cast<attest_operation>(problem.operation), static_cast<attest_dtype>(problem.dtype));
  char text[400] = "";
  const int status = k.run(&problem, nullptr, 1, {text, sizeof text});
  return status == ATTEST_OK ? "" : text;
}

inline verify::instances::Outputs run(const verify::instances::Instance& instance, bool row_sums = true) {
  verify::instances::Outputs outputs = verify::instances::blank_outputs(instance, row_sums, true);
  REQUIRE(run(verify::instances::as_problem(instance, outputs)) == "");
  return outputs;
}

inline void check(const verify::instances::Instance& instance, bool row_sums) {
  verify::judge::JudgeOptions options;
  options.threads = 2;
  const verify::judge::Judgement judgement = verify::judge::judge(
      instance, run(instance, row_sums), kernel(instance.operation, instance.dtype).error, options);
  INFO("operation " << instance.operation << " dtype " << instance.dtype << " queries " << instance.queries << " keys "
                    << instance.keys << " width " << instance.width << " value_width " << instance.value_width
                    << " scale " << instance.scale << " bias " << instance.bias.kind << " factor "
                    << instance.factor.kind << " mask " << instance.mask_kind << " diagonal " << instance.diagonal
                    << " row sums " << row_sums);
  INFO("outside " << judgement.outside << " of " << judgement.elements << "; worst " << judgement.worst.part << " ["
                  << judgement.worst.query << ", " << judgement.worst.column << "] " << judgement.worst.computed
                  << " for " << judgement.worst.truth_low << ", error " << judgement.worst.error_high << ", bound "
                  << judgement.worst.bound);
  CHECK(judgement.elements > 0);
  CHECK(judgement.outside == 0);
  CHECK(judgement.undecided == judgement.unbounded);  // nothing is promised of a row whose every bias says never
}

// Row sums with a factor are another kernel's.
inline void check(const verify::instances::Instance& instance) {
  for (const bool row_sums : {true, false}) check(instance, row_sums);
}

}  // namespace attest::tests::hopper
