// SPDX-License-Identifier: Apache-2.0
// The bound against kernels that do the worst that their class allows.
#include "verify/judge/bound.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "kernels/registry.hpp"
#include "tests/verify/instances/instances.hpp"
#include "tests/verify/judge/adversary.hpp"
#include "verify/judge/judge.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::judge;

namespace {

/// Units so coarse that float64's own rounding is nothing beside them.
attest_error_class random_class(std::mt19937_64& random) {
  const auto coin = [&] { return random() % 2 == 0; };
  const double u = std::ldexp(1.0, -8 - static_cast<int>(random() % 16));
  attest_error_class e{};
  e.struct_size = sizeof e;
  e.input_round = coin() ? 0 : 4 * u;
  e.accumulate = u;
  e.exp_argument = static_cast<double>(random() % 4);
  e.exp_relative = coin() ? 0 : 3 * u;
  e.weight_round = coin() ? 0 : 8 * u;
  e.output_round = coin() ? 0 : 2 * u;
  e.underflow = coin() ? 0 : u * 0x1p-6;
  e.weight_underflow = coin() ? 0 : u * 0x1p-4;
  e.key_block = static_cast<std::int64_t>(random() % 4) * 2;
  e.reference_lag = coin() ? 0 : 2;
  return e;
}

}  // namespace

TEST_CASE("no adversary of a class leaves its bound") {
  std::mt19937_64 random(5);
  double greatest_share = 0;
  std::int64_t finite = 0, elements = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    tests::Shape shape = tests::random_shape(ATTEST_FLOAT64, random);
    if (shape.operation == ATTEST_HARDMAX) shape.operation = ATTEST_URPE, shape.factor = ATTEST_TERM_DENSE;
    const Instance instance = tests::random_instance(shape, random);
    const attest_error_class error = random_class(random);
    const auto coin = [&] { return random() % 2 == 0; };
    tests::Tactics tactics;
    tactics.direction = static_cast<tests::Tactics::Direction>(random() % 4);
    if (trial % 2 == 0) tactics.direction = tests::Tactics::Direction::targeted;
    tactics.normalize_first = coin();
    tactics.factor_last = coin();
    tactics.bias_in_sum = coin();
    tactics.scale_query = coin();
    tactics.tree = coin();
    tactics.lags = coin();
    const Judgement judgement = judge(instance, tests::run_adversary(instance, error, tactics, random), error);
    INFO("trial " << trial << ": " << judgement.worst.part << "[" << judgement.worst.query << ", "
                  << judgement.worst.column << "] computed " << judgement.worst.computed << " exact "
                  << judgement.worst.truth_low << " error " << judgement.worst.error_high << " bound "
                  << judgement.worst.bound << " u " << error.accumulate << " keys " << shape.keys << " width "
                  << shape.width << " eta " << error.underflow << " etaw " << error.weight_underflow << " block "
                  << error.key_block << " lag " << error.reference_lag << " spread " << shape.spread);
    REQUIRE(judgement.outside == 0);
    REQUIRE(judgement.undecided == judgement.unbounded);
    greatest_share = std::max(greatest_share, judgement.worst.share());
    elements += judgement.elements;
    finite += judgement.share_histogram[0] < judgement.elements;
  }
  // A bound that nothing comes near would be no use: the adversaries reach much of it.
  INFO("greatest share " << greatest_share);
  WARN("greatest share " << greatest_share << ", trials with a share above 0.05: " << finite);
  CHECK(greatest_share > 0.5);
}

TEST_CASE("a kernel that flushes may read the scale, or ALiBi's slope, as 0") {
  const auto array = [](std::vector<std::int64_t> shape, const std::vector<double>& numbers) {
    FloatArray result(ATTEST_FLOAT32, std::move(shape));
    for (std::size_t k = 0; k < numbers.size(); ++k) result.set(static_cast<std::int64_t>(k), numbers[k]);
    return result;
  };
  const auto verdict = [](const Instance& instance, double computed) {
    instance.check();
    Outputs outputs = blank_outputs(instance, false, false);
    outputs.output.set(0, computed);
    return judge(instance, outputs, default_error_class(ATTEST_FLOAT32));
  };
  Instance scaled;
  scaled.queries = scaled.width = scaled.value_width = 1;
  scaled.keys = 2;
  scaled.scale = 0x1.8p-127;  // of a product of 2^126
  scaled.query = array({1, 1, 1, 1}, {0x1p63});
  scaled.key = array({1, 1, 2, 1}, {0x1p63, 0});
  scaled.value = array({1, 1, 2, 1}, {0, 1});
  CHECK(verdict(scaled, 0.5).accepted());
  scaled.scale = 0x1.8p-27;  // which nothing flushes
  scaled.query = array({1, 1, 1, 1}, {0x1p-37});
  CHECK(!verdict(scaled, 0.5).accepted());

  Instance slope;
  slope.operation = ATTEST_HARDMAX;
  slope.queries = slope.value_width = 1;
  slope.keys = 2;
  slope.scale = 1;
  slope.bias.kind = ATTEST_TERM_ALIBI;
  slope.bias.values = array({1}, {0x1p-130});
  slope.value = array({1, 1, 2, 1}, {0, 1});
  CHECK(verdict(slope, 0.5).accepted());
  slope.bias.values = array({1}, {0x1p-120});
  CHECK(!verdict(slope, 0.5).accepted());
}

TEST_CASE("every kernel of ours states how far its reference stays behind") {
  // Three keys, one in each of three blocks; the second one's score is greater by less than 8 powers of two, so that a
  // reference may stay; the third one's makes the rescaling underflow. The value is the second one's weight.
  for (const attest_kernel& kernel : kernels::all_kernels()) {
    const bool is_double = kernel.dtype == ATTEST_FLOAT64;
    if (kernel.operation != ATTEST_RPE || !kernel.available() || (!is_double && kernel.dtype != ATTEST_FLOAT32))
      continue;
    for (const std::int64_t block : {64, 128, 256, 512}) {
      const auto dtype = static_cast<attest_dtype>(kernel.dtype);
      Instance instance;
      instance.operation = ATTEST_RPE;
      instance.dtype = dtype;
      instance.queries = instance.value_width = 1;
      instance.keys = 2 * block + 1;
      instance.bias.kind = ATTEST_TERM_DENSE;
      instance.bias.values = FloatArray(dtype, {1, 1, 1, instance.keys});
      instance.value = FloatArray(dtype, {1, 1, instance.keys, 1});
      instance.mask_kind = ATTEST_MASK_BYTES;
      instance.mask.assign(static_cast<std::size_t>(instance.keys), 0);
      for (const std::int64_t key : {std::int64_t{0}, block, 2 * block})
        instance.mask[static_cast<std::size_t>(key)] = 1;
      instance.bias.values.set(block, 7.99 * std::log(2.0));
      instance.bias.values.set(2 * block, (is_double ? 1022.7 : 126.7) * std::log(2.0));
      instance.value.set(block, 1);
      instance.check();
      Outputs outputs = blank_outputs(instance, true, true);
      std::string why;
      const int status = kernels::run_problem(as_problem(instance, outputs), kernel.name, 1, why);
      if (status == ATTEST_UNSUPPORTED) continue;
      REQUIRE(status == ATTEST_OK);
      INFO(kernel.name << ", blocks of " << block);
      CHECK(judge(instance, outputs, kernel.error).accepted());
    }
  }
}
