// SPDX-License-Identifier: Apache-2.0
// The bound against kernels that do the worst that their class allows.
#include "verify/kernels/bound.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/verify/kernels/adversary.hpp"
#include "tests/verify/kernels/instances.hpp"
#include "verify/kernels/judge.hpp"

using namespace attest;
using namespace attest::verify;

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
    REQUIRE(judgement.accepted());
    greatest_share = std::max(greatest_share, judgement.worst.share());
    elements += judgement.elements;
    finite += judgement.share_histogram[0] < judgement.elements;
  }
  // A bound that nothing comes near would be no use: the adversaries reach much of it.
  INFO("greatest share " << greatest_share);
  WARN("greatest share " << greatest_share << ", trials with a share above 0.05: " << finite);
  CHECK(greatest_share > 0.5);
}
