// SPDX-License-Identifier: Apache-2.0
// The bound of kernels that transform (N.12): our own kernels are held to it, and it holds others to what a row sees.
#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "kernels/cpu.hpp"
#include "kernels/registry.hpp"
#include "tests/verify/instances/instances.hpp"
#include "verify/judge/judge.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::judge;

namespace {

std::string fft_of(attest_dtype dtype) {
  return dtype == ATTEST_FLOAT64 ? "positional_float64_fft" : "positional_float32_fft";
}

bool here() {
  if (!kernels::cpu().avx2) WARN("skipped: this processor has no avx2");
  return kernels::cpu().avx2;
}

attest_error_class fft_class(attest_dtype dtype) { return kernels::find_kernel(fft_of(dtype))->error; }

/// Positional Attention with Toeplitz terms that are 0 and 1, and values of one size.
Instance plain(attest_dtype dtype, std::int64_t queries, std::int64_t keys, std::int64_t value_width) {
  Instance instance;
  instance.operation = ATTEST_POSITIONAL;
  instance.dtype = dtype;
  instance.queries = queries, instance.keys = keys, instance.value_width = value_width;
  instance.query = FloatArray(dtype, {1, 1, queries, 0});
  instance.key = FloatArray(dtype, {1, 1, keys, 0});
  instance.value = FloatArray(dtype, {1, 1, keys, value_width});
  for (std::int64_t k = 0; k < instance.value.size(); ++k)
    instance.value.set(k, 1 + static_cast<double>((k / value_width * 7 + k % value_width * 3) % 11) / 16);
  for (Term* term : {&instance.bias, &instance.factor}) {
    term->kind = ATTEST_TERM_TOEPLITZ;
    term->values = FloatArray(dtype, {1, queries + keys - 1});
  }
  for (std::int64_t f = 0; f < instance.factor.values.size(); ++f) instance.factor.values.set(f, 1);
  return instance;
}

/// Runs the transforms' kernel and holds every element of every output to its class.
void check_kernel(const Instance& instance) {
  Outputs outputs = blank_outputs(instance, true, true);
  std::string why;
  const attest_status status = kernels::run_problem(as_problem(instance, outputs), fft_of(instance.dtype), 1, why);
  INFO(why);
  REQUIRE(status == ATTEST_OK);
  const Judgement judgement = judge(instance, outputs, fft_class(instance.dtype));
  INFO(tests::describe(judgement));
  CHECK(judgement.outside == 0);
  CHECK(judgement.accepted());
}

/// What a causal mask leaves of uniform attention in one column.
Outputs exact_prefix_means(const Instance& instance) {
  Outputs outputs = blank_outputs(instance, false, false);
  double sum = 0;
  for (std::int64_t i = 0; i < instance.queries; ++i) {
    sum += instance.value[i];
    outputs.output.set(i, sum / static_cast<double>(i + 1));
  }
  return outputs;
}

}  // namespace

TEST_CASE("denominators that lose their small weights are not taken from a transform") {
  if (!here()) return;
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64}) {
    // Only the first row sees the score 0. The others' weights lie around e^-708.4, the least normal number.
    Instance instance = plain(dtype, 1024, 1024, 16);
    for (std::int64_t f = 0; f < instance.bias.values.size(); ++f) {
      instance.bias.values.set(f, f == 0 ? 0 : f == 1023 ? -707.6 : -708.7);
      instance.factor.values.set(f, f == 1023 ? 0x1p100 : 0);
    }
    check_kernel(instance);
  }
}

TEST_CASE("products that lose their digits to underflow are not taken from a transform") {
  if (!here()) return;
  // Weights are normal numbers, factors are, and their products relative to the stretch's maximum are not.
  Instance instance = plain(ATTEST_FLOAT64, 1024, 1024, 16);
  for (std::int64_t f = 0; f < instance.bias.values.size(); ++f) {
    instance.bias.values.set(f, f == 0 ? 0 : f == 1023 ? -600 : -601);
    instance.factor.values.set(f, f == 1023 ? 0x1p-200 : 0);
  }
  check_kernel(instance);
}

TEST_CASE("a stretch's maximum leaves no trace in other rows' log-sum-exps") {
  if (!here()) return;
  for (const double top : {600.0, 30.0, 5.3}) {
    Instance instance = plain(ATTEST_FLOAT64, 977, 48, 16);
    instance.bias.values.set(0, top);
    instance.factor.values.set(0, std::exp(-top));
    check_kernel(instance);
  }
}

TEST_CASE("values behind a causal mask do not reach earlier rows") {
  if (!here()) return;
  // Beside one another in a column pair, at several places, of sizes on both sides of what (R) of
  // docs/numerics/positional_fft.md lets pass.
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64})
    for (const std::int64_t diagonal : {0, 300}) {
      Instance instance = plain(dtype, 700, 700, 16);
      instance.mask_kind = ATTEST_MASK_CAUSAL;
      instance.diagonal = diagonal;
      for (std::int64_t c = 0; c < 16; ++c)
        instance.value.set((699 - 40 * c) * 16 + c, std::ldexp(1.0, static_cast<int>(4 * c)));
      check_kernel(instance);
      for (std::int64_t c = 0; c < 16; ++c) instance.value.set(400 * 16 + c, -0x1p90);
      check_kernel(instance);
    }
}

TEST_CASE("a value that a row does not see does not widen its bound") {
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64})
    for (const attest_mask_kind mask : {ATTEST_MASK_CAUSAL, ATTEST_MASK_BYTES}) {
      Instance instance = plain(dtype, 8, 8, 1);
      instance.bias = {}, instance.factor = {};
      instance.mask_kind = mask;
      if (mask == ATTEST_MASK_BYTES)
        for (std::int64_t k = 0; k < 64; ++k) instance.mask.push_back(k % 8 <= k / 8);
      for (std::int64_t j = 0; j < 8; ++j) instance.value.set(j, j == 7 ? 1e30 : 1);
      const attest_error_class error = fft_class(dtype);
      const Outputs exact = exact_prefix_means(instance);
      for (const bool alone : {false, true}) {
        JudgeOptions options;
        options.only_multi_precision = alone;
        CHECK(judge(instance, exact, error, options).accepted());
        // Rows of ones are 1 within the roundings of 8 keys and the norms' product, which is 1 here.
        Outputs outputs = exact;
        const double promised = error.norm_relative + 64 * error.accumulate;
        outputs.output.set(3, 1 + 4 * promised);
        CHECK(judge(instance, outputs, error, options).outside == 1);
        outputs.output.set(3, 1 + error.norm_relative);
        CHECK(judge(instance, outputs, error, options).accepted());
        for (std::int64_t i = 0; i < 7; ++i) outputs.output.set(i, 1e22);
        CHECK(judge(instance, outputs, error, options).outside == 7);
      }
    }
}

TEST_CASE("the norms of what a row sees are the same on every rung") {
  std::mt19937_64 random(21);
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64})
    for (int trial = 0; trial < 40; ++trial) {
      tests::Shape shape;
      shape.operation = ATTEST_POSITIONAL;
      shape.dtype = dtype;
      shape.mask = static_cast<attest_mask_kind>(trial % 3);
      shape.queries = 5 + trial % 4, shape.keys = 7;
      Instance instance = tests::random_instance(shape, random);
      for (std::int64_t k = 0; k < instance.value.size(); ++k)
        instance.value.set(k, std::ldexp(instance.value[k], static_cast<int>(random() % 41) - 20));
      const attest_error_class error = fft_class(dtype);
      Outputs outputs = tests::run_scalar(instance);
      for (std::int64_t k = 0; k < outputs.output.size(); k += 2)
        outputs.output.set(k,
                           outputs.output[k] + std::ldexp(error.norm_relative, static_cast<int>(random() % 30) - 15));
      JudgeOptions slow;
      slow.only_multi_precision = true;
      const Judgement fast = judge(instance, outputs, error), precise = judge(instance, outputs, error, slow);
      INFO("dtype " << dtype << " trial " << trial << ": " << tests::describe(fast));
      CHECK(fast.inside == precise.inside);
      CHECK(fast.outside == precise.outside);
      CHECK(precise.undecided == 0);
    }
}
