// SPDX-License-Identifier: Apache-2.0
// The gradients of the CUDA library on the emulated device, at every edge of their tiles, held to the bounds that they
// state.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "verify/instances/gradients.hpp"
#include "verify/validate/validate_gradients.hpp"

using namespace attest::verify::instances;
using namespace attest::verify::validate;
using attest::verify::judge::JudgeOptions;
using attest::verify::sandbox::KernelInfo;
using attest::verify::sandbox::list_gradient_kernels;
using attest::verify::sandbox::RunOptions;

namespace {

RunOptions options() {
  RunOptions options;
  options.program = ATTEST_PROGRAM;
  return options;
}

/// The portable ones; Hopper's are hopper/gradient_test.cpp's.
const std::vector<KernelInfo>& kernels() {
  static const std::vector<KernelInfo> portable = [] {
    std::vector<KernelInfo> all = list_gradient_kernels(CUDA_LIBRARY, options());
    std::erase_if(all, [](const KernelInfo& kernel) { return kernel.isa != "cuda"; });
    return all;
  }();
  return portable;
}

void check(const KernelInfo& kernel, const Request& request, const char* generator, std::uint64_t seed) {
  const GradientInstance made = generate_gradient(generator, request, seed);
  const Validation v = validate_gradient_kernel(CUDA_LIBRARY, kernel, made, {}, options(), JudgeOptions{});
  INFO(kernel.name << " on " << generator << ", " << request.queries << " x " << request.keys << ", width "
                   << request.width << ": " << v.why);
  CHECK(v.outcome == Outcome::accepted);
}

Request plain(const KernelInfo& kernel) {
  Request r;
  r.operation = static_cast<attest_operation>(kernel.operation);
  r.dtype = static_cast<attest_dtype>(kernel.dtype);
  r.queries = 9, r.keys = 40, r.width = r.value_width = 5;
  if (kernel.operation == ATTEST_POSITIONAL) r.width = 0;
  if (kernel.operation != ATTEST_ATTENTION) r.bias = ATTEST_TERM_TOEPLITZ;
  if (kernel.operation == ATTEST_URPE) r.factor = ATTEST_TERM_TOEPLITZ;
  return r;
}

struct Shape {
  std::int64_t queries, keys, width, value_width;
  attest_mask_kind mask;
  std::int64_t diagonal;
};
constexpr Shape shapes[] = {
    {1, 1, 1, 1, ATTEST_MASK_NONE, 0},         {0, 3, 2, 2, ATTEST_MASK_NONE, 0},
    {3, 0, 2, 2, ATTEST_MASK_NONE, 0},         {31, 33, 0, 3, ATTEST_MASK_NONE, 0},
    {32, 64, 3, 0, ATTEST_MASK_NONE, 0},       {65, 97, 33, 65, ATTEST_MASK_CAUSAL, 30},
    {97, 31, 64, 32, ATTEST_MASK_CAUSAL, -40}, {33, 100, 65, 130, ATTEST_MASK_BYTES, 0},
    {40, 130, 2, 3, ATTEST_MASK_CAUSAL, -20},  {100, 70, 4, 2, ATTEST_MASK_CAUSAL, 0},
};

}  // namespace

TEST_CASE("the CUDA library has portable gradients of four operations in three formats") {
  CHECK(kernels().size() == 12);
}

TEST_CASE("CUDA gradients stay inside their bound at the edges of tiles") {
  for (const KernelInfo& kernel : kernels())
    for (const Shape& shape : shapes) {
      if (kernel.dtype != ATTEST_FLOAT32 && shape.queries * shape.keys > 2100) continue;
      Request r = plain(kernel);
      r.queries = shape.queries, r.keys = shape.keys, r.value_width = shape.value_width;
      if (kernel.operation != ATTEST_POSITIONAL) r.width = shape.width;
      r.mask = shape.mask, r.diagonal = shape.diagonal;
      check(kernel, r, "random", 3);
    }
}

// The formats differ in how one number is read and written, which the cases above and below have; here float32 serves.
TEST_CASE("CUDA gradients of arrays that batches or heads share are sums") {
  for (const KernelInfo& kernel : kernels())
    for (int shared = 0; shared < 4; ++shared) {
      if (kernel.dtype != ATTEST_FLOAT32 || kernel.operation == ATTEST_RPE) continue;
      Request r = plain(kernel);
      r.batches = 2, r.heads = 3;
      r.query = r.value = {shared % 2 != 0, shared / 2 != 0};
      r.mask = shared == 1 ? ATTEST_MASK_CAUSAL : ATTEST_MASK_NONE;
      check(kernel, r, "random", 4);
      r.query = r.value = {}, r.key = {shared % 2 != 0, shared / 2 != 0};
      check(kernel, r, "random", 5);
    }
}

TEST_CASE("CUDA gradients of every kind of B and C") {
  for (const KernelInfo& kernel : kernels()) {
    if (kernel.dtype != ATTEST_FLOAT32 || (kernel.operation != ATTEST_RPE && kernel.operation != ATTEST_URPE)) continue;
    for (const auto kind : {ATTEST_TERM_DENSE, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS})
      for (const int shared : {1, 2}) {  // batches, heads
        Request r = plain(kernel);
        r.batches = 2, r.heads = 2, r.queries = 40, r.keys = 37;
        r.bias = kind, r.bias_parts = {shared % 2 != 0, shared / 2 != 0};
        if (kernel.operation == ATTEST_URPE && kind != ATTEST_TERM_ALIBI && kind != ATTEST_TERM_BUCKETS)
          r.factor = kind, r.factor_parts = {shared / 2 != 0, shared % 2 != 0};
        check(kernel, r, "random", 6);
      }
  }
}

TEST_CASE("CUDA gradients of numbers of other kinds") {
  for (const KernelInfo& kernel : kernels())
    for (const char* generator : {"ties", "huge_scores", "rising_scores", "cancellation", "one_hot", "masked_rows"}) {
      if (kernel.operation != ATTEST_URPE) continue;
      Request r = plain(kernel);
      r.batches = r.heads = 2, r.queries = 35;
      check(kernel, r, generator, 7);
    }
}
