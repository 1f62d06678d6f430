// SPDX-License-Identifier: Apache-2.0
// The whole CUDA library on the emulated device, through the C interface, held to the bounds that its kernels state.
#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "kernels/attest_kernel.h"
#include "kernels/cuda/attest_cuda.h"
#include "kernels/problem.hpp"
#include "tests/kernels/cuda/emulation/runtime.hpp"
#include "tests/verify/instances/instances.hpp"
#include "verify/instances/generate.hpp"
#include "verify/judge/judge.hpp"

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

std::string name_of(attest_operation operation, attest_dtype dtype, const char* isa) {
  return std::string(kernels::operation_name(operation)) + "_" + kernels::dtype_name(dtype) + "_" + isa;
}

verify::instances::Outputs run(const attest_kernel& kernel, const verify::instances::Instance& instance) {
  verify::instances::Outputs outputs =
      verify::instances::blank_outputs(instance, true, instance.operation != ATTEST_HARDMAX);
  const attest_problem problem = verify::instances::as_problem(instance, outputs);
  char text[400] = "";
  const int status = kernel.run(&problem, nullptr, 1, {text, sizeof text});
  INFO(kernel.name << ": " << text);
  REQUIRE(status == ATTEST_OK);
  return outputs;
}

void check(const verify::instances::Instance& in, const char* isa) {
  const attest_kernel& k = kernel(name_of(in.operation, in.dtype, isa));
  const verify::judge::Judgement judgement = verify::judge::judge(in, run(k, in), k.error);
  INFO(k.name << " on " << in.name << " batches " << in.batches << " heads " << in.heads << " queries " << in.queries
              << " keys " << in.keys << " width " << in.width << " value_width " << in.value_width << " bias "
              << in.bias.kind << " factor " << in.factor.kind << " mask " << in.mask_kind << " diagonal " << in.diagonal
              << " ties " << in.ties);
  INFO("outside " << judgement.outside << " of " << judgement.elements << "; worst " << judgement.worst.part << " ["
                  << judgement.worst.query << ", " << judgement.worst.column << "] " << judgement.worst.computed
                  << " for " << judgement.worst.truth_low << ", error " << judgement.worst.error_high << ", bound "
                  << judgement.worst.bound);
  CHECK((judgement.elements > 0) == (in.queries > 0));
  CHECK(judgement.outside == 0);
  CHECK(judgement.undecided == judgement.unbounded);  // some witnesses have scores of which no such class promises much
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
constexpr Element kElements[] = {{ATTEST_FLOAT32, "cuda", 9},     {ATTEST_FLOAT32, "cuda_tf32", 9},
                                 {ATTEST_FLOAT16, "cuda", 9},     {ATTEST_BFLOAT16, "cuda", 9},
                                 {ATTEST_FLOAT16, "cuda", 7},     {ATTEST_BFLOAT16, "cuda", 7},
                                 {ATTEST_FLOAT32, "cuda_tf32", 7}};

}  // namespace

TEST_CASE("every operation is inside its bound, for each way to multiply") {
  std::mt19937_64 random(11);
  for (const auto& [dtype, isa, major] : kElements) {
    const Capability capability(major);
    for (int trial = 0; trial < 12; ++trial) {
      Shape shape = tests::random_shape(dtype, random);
      shape.queries = 1 + static_cast<std::int64_t>(random() % 80);
      shape.keys = 1 + static_cast<std::int64_t>(random() % 150);
      if (shape.width > 0) shape.width = 1 + static_cast<std::int64_t>(random() % 40);
      shape.value_width = 1 + static_cast<std::int64_t>(random() % 40);
      check(tests::random_instance(shape, random), isa);
    }
  }
}

TEST_CASE("every kind of generated input is inside its bound, in several batches and heads") {
  for (const auto& [dtype, isa, major] : {kElements[0], kElements[1], kElements[2], kElements[3]})
    for (const auto& generator : verify::instances::generators()) {
      verify::instances::Request request;
      request.operation = ATTEST_URPE;
      request.dtype = dtype;
      request.batches = request.heads = 2;
      request.queries = 40, request.keys = 66, request.width = 24, request.value_width = 10;
      request.bias = request.factor = ATTEST_TERM_TOEPLITZ;
      check(verify::instances::generate(generator.name, request, 3), isa);
    }
}

TEST_CASE("lengths and widths around the edges of tiles") {
  std::mt19937_64 random(5);
  for (const auto& [dtype, isa, major] : kElements) {
    const Capability capability(major);
    const auto shape = [&, dtype = dtype](std::int64_t queries, std::int64_t keys, std::int64_t width,
                                          std::int64_t value_width) {
      Shape s;
      s.operation = ATTEST_URPE;
      s.dtype = dtype;
      s.queries = queries, s.keys = keys, s.width = width, s.value_width = value_width;
      s.bias = s.factor = ATTEST_TERM_TOEPLITZ;
      s.mask = random() % 2 ? ATTEST_MASK_CAUSAL : ATTEST_MASK_NONE;
      return s;
    };
    for (const std::int64_t length : {1, 31, 32, 33, 63, 64, 65, 128, 129})
      check(tests::random_instance(shape(length, 130 - length, 16, 8), random), isa);
    for (const std::int64_t width : {1, 8, 33, 64, 96, 128, 256})
      check(tests::random_instance(shape(20, 40, width, width), random), isa);
    check(tests::random_instance(shape(9, 33, 300, 300), random), isa);  // value columns in two blocks
    check(tests::random_instance(shape(40, 50, 0, 5), random), isa);     // scores are B alone
  }
}

TEST_CASE("empty sizes: what is there is written") {
  for (const auto& [dtype, isa, major] : kElements) {
    const Capability capability(major);
    std::mt19937_64 random(6);
    Shape s;
    s.operation = ATTEST_ATTENTION;
    s.dtype = dtype;
    s.keys = 0;
    verify::instances::Instance no_keys = tests::random_instance(s, random);
    const verify::instances::Outputs outputs = run(kernel(name_of(s.operation, dtype, isa)), no_keys);
    for (std::int64_t i = 0; i < outputs.output.size(); ++i) REQUIRE(outputs.output[i] == 0);
    for (std::int64_t i = 0; i < no_keys.queries; ++i) {
      REQUIRE((*outputs.row_sum)[i] == 0);
      REQUIRE((*outputs.log_sum_exp)[i] == -INFINITY);
    }
    s.keys = 5;
    s.value_width = 0;
    check(tests::random_instance(s, random), isa);  // row_sum and log_sum_exp alone
    s.queries = 0;
    run(kernel(name_of(s.operation, dtype, isa)), tests::random_instance(s, random));
  }
}

TEST_CASE("the bits do not depend on the order of threads") {
  std::mt19937_64 random(7);
  for (const auto& [dtype, isa, major] : kElements) {
    const Capability capability(major);
    Shape s;
    s.operation = ATTEST_URPE;
    s.dtype = dtype;
    s.queries = 100, s.keys = 140, s.width = 40, s.value_width = 24;
    s.bias = ATTEST_TERM_TOEPLITZ, s.factor = ATTEST_TERM_DENSE;
    const verify::instances::Instance instance = tests::random_instance(s, random);
    const attest_kernel& k = kernel(name_of(s.operation, dtype, isa));
    const verify::instances::Outputs first = run(k, instance);
    for (const std::uint32_t schedule : {1u, 2u}) {
      emulation::set_schedule(schedule);
      const verify::instances::Outputs second = run(k, instance);
      emulation::set_schedule(0);
      const auto bytes = static_cast<std::size_t>(first.output.size() * kernels::size_of(dtype));
      REQUIRE(std::memcmp(first.output.data(), second.output.data(), bytes) == 0);
    }
  }
}
