// SPDX-License-Identifier: Apache-2.0
// The whole CUDA library on the emulated device, through the C interface, held to the bounds that its kernels state.
#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "kernels/attest_kernel.h"
#include "tests/kernels/cuda/emulation/runtime.hpp"
#include "tests/verify/kernels/instances.hpp"
#include "verify/kernels/judge.hpp"

using namespace attest;
using tests::Shape;
namespace emulation = attest::cuda::emulation;

namespace {

const attest_kernel& kernel(const std::string& name) {
  const attest_kernel_library* library = attest_kernels(ATTEST_KERNEL_ABI);
  for (std::size_t i = 0; i < library->count; ++i)
    if (library->kernels[i].name == name) return library->kernels[i];
  FAIL("no kernel " << name);
  throw 0;
}

const char* operation_word(attest_operation operation) {
  switch (operation) {
    case ATTEST_ATTENTION:
      return "attention";
    case ATTEST_RPE:
      return "rpe";
    case ATTEST_URPE:
      return "urpe";
    case ATTEST_POSITIONAL:
      return "positional";
    default:
      return "hardmax";
  }
}

std::string name_of(const Shape& s, const char* isa) {
  const char* dtype = s.dtype == ATTEST_FLOAT32 ? "float32" : s.dtype == ATTEST_FLOAT16 ? "float16" : "bfloat16";
  return std::string(operation_word(s.operation)) + "_" + dtype + "_" + isa;
}

verify::Outputs run(const attest_kernel& kernel, const verify::Instance& instance) {
  verify::Outputs outputs = verify::blank_outputs(instance, true, instance.operation != ATTEST_HARDMAX);
  const attest_problem problem = verify::as_problem(instance, outputs);
  char text[400] = "";
  const int status = kernel.run(&problem, nullptr, 1, {text, sizeof text});
  INFO(kernel.name << ": " << text);
  REQUIRE(status == ATTEST_OK);
  return outputs;
}

void check(const Shape& shape, const char* isa, std::mt19937_64& random) {
  const verify::Instance instance = tests::random_instance(shape, random);
  const attest_kernel& k = kernel(name_of(shape, isa));
  const verify::Judgement judgement = verify::judge(instance, run(k, instance), k.error);
  INFO(k.name << " queries " << shape.queries << " keys " << shape.keys << " width " << shape.width << " value_width "
              << shape.value_width << " bias " << shape.bias << " factor " << shape.factor << " mask " << shape.mask
              << " diagonal " << instance.diagonal << " ties " << shape.ties);
  INFO("outside " << judgement.outside << " of " << judgement.elements << "; worst " << judgement.worst.part << " ["
                  << judgement.worst.query << ", " << judgement.worst.column << "] " << judgement.worst.computed
                  << " for " << judgement.worst.truth_low << ", error " << judgement.worst.error_high << ", bound "
                  << judgement.worst.bound);
  CHECK(judgement.elements > 0);
  CHECK(judgement.accepted());
}

/// The device's matrix units are there (sm_90) or not (sm_75), so that both ways to multiply are run.
struct Capability {
  explicit Capability(int major) { emulation::device().major = major; }
  ~Capability() { emulation::device() = {}; }
};

struct Element {
  attest_dtype dtype;
  const char* isa;
  int major;
};
constexpr Element kElements[] = {{ATTEST_FLOAT32, "cuda", 9},      {ATTEST_FLOAT32, "cuda_tf32", 9},
                                 {ATTEST_FLOAT16, "cuda", 9},      {ATTEST_BFLOAT16, "cuda", 9},
                                 {ATTEST_FLOAT16, "cuda", 7},      {ATTEST_BFLOAT16, "cuda", 7},
                                 {ATTEST_FLOAT32, "cuda_tf32", 7}};

}  // namespace

TEST_CASE("every operation is inside its bound, for each way to multiply") {
  std::mt19937_64 random(11);
  for (const auto& [dtype, isa, major] : kElements) {
    const Capability capability(major);
    for (int trial = 0; trial < 24; ++trial) {
      Shape shape = tests::random_shape(dtype, random);
      shape.queries = 1 + static_cast<std::int64_t>(random() % 80);
      shape.keys = 1 + static_cast<std::int64_t>(random() % 150);
      if (shape.width > 0) shape.width = 1 + static_cast<std::int64_t>(random() % 40);
      shape.value_width = 1 + static_cast<std::int64_t>(random() % 40);
      check(shape, isa, random);
    }
  }
}
