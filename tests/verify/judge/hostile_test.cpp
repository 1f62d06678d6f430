// SPDX-License-Identifier: Apache-2.0
// Inputs at the edges of a format's range and classes at the edges of what a class may say: what a hostile reader
// tries.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/verify/instances/instances.hpp"
#include "verify/judge/judge.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::judge;

namespace {

using Numbers = std::vector<double>;

FloatArray array_of(attest_dtype dtype, std::vector<std::int64_t> shape, const Numbers& numbers) {
  FloatArray array(dtype, std::move(shape));
  for (std::int64_t k = 0; k < array.size(); ++k) array.set(k, numbers[static_cast<std::size_t>(k)]);
  return array;
}

/// One query; keys row by row, one column of values.
Instance one_row(attest_operation operation, attest_dtype dtype, double scale, const Numbers& query,
                 const Numbers& keys, const Numbers& values) {
  Instance instance;
  instance.operation = operation;
  instance.dtype = dtype;
  instance.scale = scale;
  instance.queries = instance.value_width = 1;
  instance.width = static_cast<std::int64_t>(query.size());
  instance.keys = static_cast<std::int64_t>(values.size());
  instance.query = array_of(dtype, {1, 1, 1, instance.width}, query);
  instance.key = array_of(dtype, {1, 1, instance.keys, instance.width}, keys);
  instance.value = array_of(dtype, {1, 1, instance.keys, 1}, values);
  return instance;
}

void set_term(Term& term, attest_dtype dtype, const Numbers& numbers) {
  term.kind = ATTEST_TERM_DENSE;
  term.values = array_of(dtype, {1, 1, 1, static_cast<std::int64_t>(numbers.size())}, numbers);
}

Judgement judge_output(const Instance& instance, double value) {
  return judge(instance, tests::output_of(instance, value), default_error_class(instance.dtype));
}

const double not_a_number = std::numeric_limits<double>::quiet_NaN(),
             infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("sums that overflow in double-double are left to Arb") {
  Instance instance = one_row(ATTEST_URPE, ATTEST_FLOAT64, 1, {}, {}, Numbers(1000, 1e297));
  set_term(instance.factor, ATTEST_FLOAT64, Numbers(1000, 1e10));
  CHECK(judge_output(instance, 1e307).inside == 1);
  CHECK(judge_output(instance, 1.001e307).outside == 1);
  for (const double wrong : {not_a_number, infinity, -infinity}) CHECK(judge_output(instance, wrong).outside == 1);

  instance = one_row(ATTEST_URPE, ATTEST_FLOAT64, 1, {}, {}, {1, 1});
  set_term(instance.factor, ATTEST_FLOAT64, {1.7e308, 1.6e308});
  Outputs outputs = blank_outputs(instance, true, true);
  outputs.output.set(0, 1.65e308);
  outputs.row_sum->set(0, 1.65e308);
  outputs.log_sum_exp->set(0, std::log(2.0));
  CHECK(judge(instance, outputs, default_error_class(ATTEST_FLOAT64)).inside == 3);
  outputs.row_sum->set(0, 1.64e308);
  CHECK(judge(instance, outputs, default_error_class(ATTEST_FLOAT64)).outside == 1);
  // The difference itself is beyond the greatest double.
  CHECK(judge_output(instance, -1.65e308).outside == 1);

  instance = one_row(ATTEST_HARDMAX, ATTEST_FLOAT64, 1, {0}, {0, 0}, {1, 1});
  set_term(instance.factor, ATTEST_FLOAT64, {1.7e308, 1.6e308});
  CHECK(judge_output(instance, 1.65e308).inside == 1);
  for (const double wrong : {1.6e308, not_a_number, infinity}) CHECK(judge_output(instance, wrong).outside == 1);
}

TEST_CASE("a result at the edge of double is not outside for being rounded") {
  // The exact number is beyond the greatest double by less than the class allows.
  const double most = std::numeric_limits<double>::max();
  Instance instance = one_row(ATTEST_URPE, ATTEST_FLOAT64, 1, {}, {}, {1 + 0x1p-52});
  set_term(instance.factor, ATTEST_FLOAT64, {most});
  CHECK(judge_output(instance, most).outside == 0);
  CHECK(judge_output(instance, infinity).outside == 0);
  CHECK(judge_output(instance, most / 2).outside == 1);
  CHECK(judge_output(instance, -most).outside == 1);
  CHECK(judge_output(instance, -infinity).outside == 1);
}

TEST_CASE("a product that overflows hides no key") {
  const double q = 0x1.8p510, k = 0x1.8p511;
  Numbers keys(10, 0);
  keys.insert(keys.end(), 5, -k);
  keys.insert(keys.end(), 5, k);
  attest_error_class error = default_error_class(ATTEST_FLOAT64);
  error.underflow = error.weight_underflow = 0;  // such a scale could be flushed
  for (const double order : {1.0, -1.0}) {
    for (double& x : keys) x *= order;
    const Instance instance = one_row(ATTEST_ATTENTION, ATTEST_FLOAT64, 0x1p-1030, Numbers(10, q), keys, {1, 2});
    for (const double accumulate : {0x1p-24, 0x1p-53}) {
      error.accumulate = accumulate;
      CHECK(judge(instance, tests::output_of(instance, 1.5), error).inside == 1);
      CHECK(judge(instance, tests::output_of(instance, 1), error).outside == 1);
      CHECK(judge(instance, tests::output_of(instance, 2), error).outside == 1);
    }
  }
  // A scale of 0 makes NaN of it, and of P where the sum of magnitudes alone overflows.
  Instance instance = one_row(ATTEST_HARDMAX, ATTEST_FLOAT64, 0, Numbers(10, q), keys, {1, 2});
  CHECK(judge_output(instance, 1.5).inside == 1);
  CHECK(judge_output(instance, 3).outside == 1);
  for (std::int64_t c = 0; c < 10; ++c) instance.key.set(10 + c, c % 2 == 0 ? k : -k);
  CHECK(judge_output(instance, 1.5).inside == 1);
  CHECK(judge_output(instance, 2).outside == 0);  // eta alone may part the scores
}

TEST_CASE("products below the least double and a scale that brings them back") {
  const Instance instance =
      one_row(ATTEST_ATTENTION, ATTEST_FLOAT64, 0x1p1023, {0x1p-537}, {0x1.8p-537, 0x1.4p-537}, {1, 2});
  // Both scores are below 2^-50: the mean is 1.5 but for less than what a double shows.
  attest_error_class error = default_error_class(ATTEST_FLOAT64);
  error.accumulate = 0x1p-24;
  error.underflow = error.weight_underflow = 0;
  CHECK(judge(instance, tests::output_of(instance, 1.5), error).accepted());
}

TEST_CASE("a tie is forced only where no arithmetic of the class can break it") {
  const auto outside = [](const Instance& instance, double value) { return judge_output(instance, value).outside; };
  // sqrt(2) q and sqrt(2) k in float32 have dot products 256 and 255.99998.
  Instance instance = one_row(ATTEST_HARDMAX, ATTEST_FLOAT32, 2, {4, 7, 9}, {5, 9, 5, 7, 4, 8}, {0, 1});
  CHECK(outside(instance, 0) == 0);
  CHECK(outside(instance, 1) == 0);
  CHECK(outside(instance, 2) == 1);
  for (const double scale : {1.0, 4.0, 0.25}) {  // their roots are exact
    instance.scale = scale;
    CHECK(outside(instance, 0.5) == 0);
    CHECK(outside(instance, 0) == 1);
  }
  // The scale, or scale * q, or scale * k may be flushed to 0.
  instance = one_row(ATTEST_HARDMAX, ATTEST_FLOAT32, 0x1p-130, {1}, {0x1p100, 0x1p101}, {0, 1});
  CHECK(outside(instance, 0.5) == 0);
  instance = one_row(ATTEST_HARDMAX, ATTEST_FLOAT32, 0x1p-20, {0x1p-110}, {0x1p120, 0x1p121}, {0, 1});
  CHECK(outside(instance, 0.5) == 0);
  instance = one_row(ATTEST_HARDMAX, ATTEST_FLOAT32, 0x1p-20, {0x1p120, 0x1p120}, {0x1p-110, 0, 0x1p-109, 0}, {0, 1});
  CHECK(outside(instance, 0.5) == 0);
}

TEST_CASE("a class without roundings judges scores that no double holds") {
  const Instance instance = one_row(ATTEST_HARDMAX, ATTEST_FLOAT64, 0.3e-300, {1e200 / 3, 1.1e200, 1e189},
                                    {1e200 / 3, .7, 5.1, .2, .3, 7.7}, {1, 3});
  attest_error_class error = default_error_class(ATTEST_FLOAT64);
  error.accumulate = error.underflow = 0;
  CHECK(judge(instance, tests::output_of(instance, 1), error).inside == 1);
  CHECK(judge(instance, tests::output_of(instance, 3), error).outside == 1);
}

TEST_CASE("what no bound holds is said, and is inside only if it is the exact number") {
  // So many keys that a class of 2^-12 promises nothing.
  const Instance many = one_row(ATTEST_ATTENTION, ATTEST_FLOAT8_E4M3, 1, {0}, Numbers(4096, 0), Numbers(4096, 1));
  attest_error_class coarse = default_error_class(ATTEST_FLOAT8_E4M3);
  coarse.accumulate = 0x1p-12;
  for (const double value : {448.0, -448.0, 1.125}) {
    const Judgement judgement = judge(many, tests::output_of(many, value), coarse);
    CHECK(judgement.undecided == 1);
    CHECK(judgement.unbounded == 1);
    CHECK_FALSE(judgement.accepted());
    CHECK(judgement.worst.is_unbounded());
    REQUIRE(judgement.outside_first.size() == 1);
    CHECK(std::accumulate(judgement.share_histogram.begin(), judgement.share_histogram.end(), std::int64_t{0}) == 0);
  }
  CHECK(judge(many, tests::output_of(many, not_a_number), coarse).outside == 1);

  // A class that declares itself void.
  attest_error_class vacuous = default_error_class(ATTEST_FLOAT32);
  vacuous.accumulate = 0.25;
  for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_HARDMAX}) {
    const Instance one = one_row(operation, ATTEST_FLOAT32, 1, {1}, {1}, {0.75});
    CHECK(judge(one, tests::output_of(one, 0.75), vacuous).inside == 1);
    for (const double wrong : {0.5, -1e30, infinity})
      CHECK(judge(one, tests::output_of(one, wrong), vacuous).unbounded == 1);
    CHECK(judge(one, tests::output_of(one, not_a_number), vacuous).outside == 1);
  }
  // Scores so great that their errors move every weight: row by row.
  const Instance great = one_row(ATTEST_ATTENTION, ATTEST_FLOAT32, 1, {0x1p27}, {1, 0}, {1, 1});
  CHECK(judge_output(great, -1e30).unbounded == 1);
}
