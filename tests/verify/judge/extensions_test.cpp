// SPDX-License-Identifier: Apache-2.0
// What came with ABI 2 (windows, softcap, sinks, dropout, scales, groups of heads): the rungs against Arb, Arb against
// a computation that shares no code with it, and the bound against adversaries of a class.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/kernels/faults/naive.hpp"
#include "tests/kernels/faults/shipped.hpp"
#include "tests/verify/instances/instances.hpp"
#include "tests/verify/judge/adversary.hpp"
#include "tests/verify/judge/contains.hpp"
#include "verify/instances/generate.hpp"
#include "verify/judge/judge.hpp"
#include "verify/judge/precise_row.hpp"
#include "verify/judge/rungs.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::judge;

namespace {

Instance extended(attest_dtype dtype, std::mt19937_64& random) {
  Instance instance = tests::random_instance(tests::random_shape(dtype, random), random);
  tests::add_extensions(instance, random);
  return instance;
}

bool is_softmax(const Instance& x) { return x.operation != ATTEST_HARDMAX && x.operation != ATTEST_POSITIONAL; }

Wanted everything(const Head& head) {
  Wanted all{{}, true, true};
  for (std::int64_t c = 0; c < head.value_width; ++c) all.columns.push_back(c);
  return all;
}

long double number(const Enclosed& x) { return static_cast<long double>(x.high) + static_cast<long double>(x.low); }

}  // namespace

TEST_CASE("windows, softcaps, sinks, dropout, scales: the first and second rung enclose what Arb does") {
  std::mt19937_64 random(31);
  const simd::Code& code = *simd::code("");
  int first_enclosed = 0, second_enclosed = 0, elements = 0;
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64, ATTEST_BFLOAT16, ATTEST_FLOAT8_E4M3})
    for (int trial = 0; trial < 150; ++trial) {
      const Instance instance = extended(dtype, random);
      if (!is_softmax(instance)) continue;
      const attest_error_class error = default_error_class(dtype);
      const Head head(instance, 0, 0);
      const PackedHead packed(head, code, true);
      FirstRung first(head, error, packed, code);
      SecondRung second(head, error, packed, code);
      const PreciseHead precise(head, error);
      const Wanted all = everything(head);
      INFO("dtype " << dtype << " trial " << trial << " cap " << instance.softcap << " sinks " << head.sinks
                    << " dropout " << instance.dropout.scale << " mask " << instance.mask_kind);
      const auto block =
          FirstRung::serves(error) ? first.block(0, head.queries, all) : std::vector<std::optional<ExpectedRow>>(16);
      for (std::int64_t i = 0; i < head.queries; ++i) {
        if (head.visible_count(i) == 0) continue;
        const ExpectedRow truth = precise.row(i, all, 256);
        elements += static_cast<int>(truth.output.size()) + 2;
        if (block[static_cast<std::size_t>(i)])
          tests::check_row(*block[static_cast<std::size_t>(i)], truth, first_enclosed);
        if (const auto row = second.row(i, all)) tests::check_row(*row, truth, second_enclosed);
      }
    }
  CHECK(first_enclosed > elements / 2);
  CHECK(second_enclosed > elements * 9 / 10);
}

TEST_CASE("the exact results are those of an unfused computation in 80 bits") {
  std::mt19937_64 random(33);
  int compared = 0;
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16, ATTEST_FLOAT8_E5M2})
    for (int trial = 0; trial < 120; ++trial) {
      Instance instance = extended(dtype, random);
      if (trial % 3 == 0) {
        Request request;
        request.dtype = dtype;
        request.batches = 2, request.heads = 6, request.queries = 5, request.keys = 9;
        request.kv_heads = trial % 2 == 0 ? 3 : 2;
        request.sinks = request.scales = trial % 4 == 0;
        request.softcap = trial % 5 == 0 ? 1.5 : 0;
        request.keep_scale = trial % 7 == 0 ? 1.25 : 0;
        request.mask = ATTEST_MASK_WINDOW;
        request.window_left = 2, request.window_right = 1, request.diagonal = trial % 3;
        instance = generate("random", request, static_cast<std::uint64_t>(trial));
      }
      const faults::Results results = faults::naive_attention(instance, faults::Arithmetic::extended);
      const attest_error_class error = default_error_class(dtype);
      std::size_t output = 0, row = 0;
      for (std::int64_t b = 0; b < instance.batches; ++b)
        for (std::int64_t h = 0; h < instance.heads; ++h) {
          const Head head(instance, b, h);
          const PreciseHead precise(head, error);
          for (std::int64_t i = 0; i < instance.queries; ++i, ++row) {
            const bool none = head.visible_count(i) == 0;
            Wanted all = everything(head);
            all.log_sum_exp = instance.operation != ATTEST_HARDMAX;
            std::optional<ExpectedRow> truth;
            if (!none) truth = precise.row(i, all, 256);
            INFO("dtype " << dtype << " trial " << trial << " batch " << b << " head " << h << " row " << i);
            // Sums of numbers that cancel are known to the greatest of them.
            const auto check = [&](const Enclosed& exact, long double found, double size) {
              CHECK(std::fabs(number(exact) - found) <= 1e-15L * (1 + static_cast<long double>(size)));
              ++compared;
            };
            for (std::int64_t c = 0; c < instance.value_width; ++c, ++output) {
              const auto column = static_cast<std::size_t>(c);
              const double size = head.columns[column].greatest * 8;
              check(none ? Enclosed{} : truth->output[column].exact, results.output[output], size);
            }
            check(none ? Enclosed{} : truth->row_sum->exact, results.row_sum[row], 8);
            if (!none && all.log_sum_exp) check(truth->log_sum_exp->exact, results.log_sum_exp[row], 1e3);
          }
        }
    }
  CHECK(compared > 4000);
}

TEST_CASE("no adversary of a class leaves the bounds of softcaps, sinks, dropout and scales") {
  std::mt19937_64 random(35);
  double greatest_share = 0;
  for (int trial = 0; trial < 2500; ++trial) {
    Instance instance = tests::random_instance(tests::random_shape(ATTEST_FLOAT64, random), random);
    tests::add_extensions(instance, random);
    if (!is_softmax(instance)) continue;
    const auto coin = [&] { return random() % 2 == 0; };
    const double u = std::ldexp(1.0, -9 - static_cast<int>(random() % 14));
    attest_error_class error{};
    error.struct_size = sizeof error;
    error.accumulate = u;
    error.input_round = coin() ? 0 : 4 * u;
    error.exp_argument = static_cast<double>(random() % 3);
    error.exp_relative = coin() ? 0 : 3 * u;
    error.weight_round = coin() ? 0 : 8 * u;
    error.output_round = coin() ? 0 : 2 * u;
    error.underflow = coin() ? 0 : u * 0x1p-6;
    error.key_block = static_cast<std::int64_t>(random() % 3) * 2;
    error.tanh_relative = coin() ? 0 : 16 * u;
    error.tanh_absolute = coin() ? 0 : 4 * u;
    tests::Tactics tactics;
    tactics.direction =
        trial % 2 == 0 ? tests::Tactics::Direction::targeted : static_cast<tests::Tactics::Direction>(random() % 4);
    tactics.normalize_first = coin();
    error.weight_underflow = coin() ? 0 : u * 0x1p-4;
    error.unnormalized_weights = tactics.normalize_first ? 0 : 1;
    tactics.factor_last = coin();
    tactics.bias_in_sum = coin();
    tactics.scale_query = coin();
    tactics.tree = coin();
    const Judgement judgement = judge(instance, tests::run_adversary(instance, error, tactics, random), error);
    INFO("trial " << trial << ": " << tests::describe(judgement) << " u " << u << " cap " << instance.softcap
                  << " dropout " << instance.dropout.scale << " sinks " << instance.sinks.has_value());
    REQUIRE(judgement.outside == 0);
    REQUIRE(judgement.undecided == judgement.unbounded);
    greatest_share = std::max(greatest_share, judgement.worst.share());
  }
  CHECK(greatest_share > 0.4);
}

TEST_CASE("a row that sees a sink alone is 0, and its log-sum-exp the sink") {
  Request request;
  request.sinks = true;
  request.mask = ATTEST_MASK_CAUSAL;
  request.diagonal = -3;
  const Instance instance = generate("random", request, 3);
  Outputs outputs = tests::run_scalar(instance);
  const attest_error_class error = default_error_class(ATTEST_FLOAT32);
  CHECK(judge(instance, outputs, error).accepted());
  CHECK((*outputs.log_sum_exp)[0] == (*instance.sinks)[0]);
  outputs.log_sum_exp->set(0, -HUGE_VAL);
  CHECK(judge(instance, outputs, error).outside == 1);
}
