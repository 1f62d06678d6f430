// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/judge.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "kernels/registry.hpp"
#include "tests/verify/instances/instances.hpp"
#include "theory/error.hpp"
#include "verify/judge/precise_row.hpp"
#include "verify/judge/simd/code.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::judge;

namespace {

attest_error_class class_of_scalar(attest_dtype dtype) {
  const char* name = dtype == ATTEST_FLOAT64    ? "rpe_float64_scalar"
                     : dtype == ATTEST_FLOAT32  ? "rpe_float32_scalar"
                     : dtype == ATTEST_BFLOAT16 ? "rpe_bfloat16_scalar"
                                                : "rpe_float16_scalar";
  return kernels::find_kernel(name)->error;
}

/// One row of attention over one key: the output is its value, exactly.
Instance one_key(double value) {
  Instance instance;
  instance.queries = instance.keys = 1;
  instance.width = instance.value_width = 1;
  for (FloatArray* array : {&instance.query, &instance.key, &instance.value}) {
    *array = FloatArray(ATTEST_FLOAT32, {1, 1, 1, 1});
    array->set(0, value);
  }
  return instance;
}

void check_same(const Judgement& a, const Judgement& b) {
  CHECK(a.elements == b.elements);
  CHECK(a.inside == b.inside);
  CHECK(a.outside == b.outside);
  CHECK(a.undecided == b.undecided);
  CHECK(a.refined == b.refined);
  CHECK(a.greatest_ulps == b.greatest_ulps);
  CHECK(a.ulp_histogram == b.ulp_histogram);
  CHECK(a.share_histogram == b.share_histogram);
  CHECK(a.map == b.map);
  CHECK(a.worst.share() == b.worst.share());
  CHECK(a.worst.truth_low == b.worst.truth_low);
  CHECK(a.worst.bound == b.worst.bound);
  CHECK(a.worst.query == b.worst.query);
  CHECK(a.outside_first.size() == b.outside_first.size());
}

}  // namespace

TEST_CASE("the scalar kernels are inside their bounds") {
  std::mt19937_64 random(1);
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64, ATTEST_BFLOAT16, ATTEST_FLOAT16}) {
    double greatest = 0;
    for (int trial = 0; trial < 100; ++trial) {
      const Instance instance = tests::random_instance(tests::random_shape(dtype, random), random);
      const Judgement judgement = judge(instance, tests::run_scalar(instance), class_of_scalar(dtype));
      INFO("dtype " << dtype << " trial " << trial << " operation " << instance.operation << ": "
                    << tests::describe(judgement));
      CHECK(judgement.accepted());
      CHECK(judgement.elements > 0);
      greatest = std::max(greatest, judgement.worst.share());
    }
    CHECK(greatest > 0.05);  // a bound that is always far away would detect nothing
  }
}

TEST_CASE("the ladder judges as Arb alone does") {
  std::mt19937_64 random(7);
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64, ATTEST_BFLOAT16})
    for (int trial = 0; trial < 60; ++trial) {
      const Instance instance = tests::random_instance(tests::random_shape(dtype, random), random);
      Outputs outputs = tests::run_scalar(instance);
      // Some elements far away, some a few ulps.
      for (std::int64_t k = 0; k < outputs.output.size(); k += 3)
        outputs.output.set(k, outputs.output[k] * (1 + std::ldexp(1.0, -static_cast<int>(random() % 30))));
      JudgeOptions slow;
      slow.only_multi_precision = true;
      const Judgement fast = judge(instance, outputs, class_of_scalar(dtype)),
                      precise = judge(instance, outputs, class_of_scalar(dtype), slow);
      INFO("dtype " << dtype << " trial " << trial << ": " << tests::describe(fast));
      CHECK(fast.elements == precise.elements);
      CHECK(fast.inside == precise.inside);
      CHECK(fast.outside == precise.outside);
      CHECK(fast.undecided == 0);
      CHECK(precise.undecided == 0);
      CHECK(fast.refined <= precise.refined);
    }
}

TEST_CASE("threads and instruction sets change nothing") {
  std::mt19937_64 random(8);
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64, ATTEST_BFLOAT16})
    for (int trial = 0; trial < 6; ++trial) {
      tests::Shape shape = tests::random_shape(dtype, random);
      shape.queries = 40 + static_cast<std::int64_t>(random() % 40);
      shape.keys = 30 + static_cast<std::int64_t>(random() % 60);
      shape.value_width = 9;
      Instance instance = tests::random_instance(shape, random);
      instance.batches = 2;
      instance.heads = 2;
      if (instance.operation == ATTEST_POSITIONAL) instance.operation = ATTEST_URPE;
      if (instance.bias.kind == ATTEST_TERM_BUCKETS) instance.bias = {};
      if (instance.operation == ATTEST_URPE && instance.factor.kind == ATTEST_TERM_NONE)
        instance.operation = ATTEST_ATTENTION;
      if (instance.operation == ATTEST_RPE && instance.bias.kind == ATTEST_TERM_NONE)
        instance.operation = ATTEST_ATTENTION;
      Outputs outputs = tests::run_scalar(instance);
      outputs.output.set(5, outputs.output[5] + 1);
      JudgeOptions options;
      options.instruction_set = "baseline";
      const Judgement one = judge(instance, outputs, class_of_scalar(dtype), options);
      CHECK(one.outside >= 1);
      options.threads = 2;
      check_same(one, judge(instance, outputs, class_of_scalar(dtype), options));
      for (const char* name : {"avx2", "avx512"}) {
        if (simd::code(name) == nullptr) continue;
        options.instruction_set = name;
        check_same(one, judge(instance, outputs, class_of_scalar(dtype), options));
      }
    }
}

TEST_CASE("one float beyond the bound is outside, one within it inside") {
  std::mt19937_64 random(9);
  for (int trial = 0; trial < 50; ++trial) {
    tests::Shape shape;
    shape.queries = 1, shape.keys = 1 + trial % 7, shape.value_width = 1;
    const Instance instance = tests::random_instance(shape, random);
    attest_error_class error = class_of_scalar(ATTEST_FLOAT32);
    error.output_round = 0x1p-24;
    const Head head(instance, 0, 0);
    const Expected expected = PreciseHead(head, error).row(0, {{0}, false, false}, 512).output[0];
    // The floats next to exact + bound, on either side of it.
    const double edge = expected.exact.high + expected.bound.low;
    auto inside = static_cast<float>(edge);
    if (static_cast<double>(inside) >= edge) inside = std::nextafterf(inside, -HUGE_VALF);
    const float outside = std::nextafterf(inside, HUGE_VALF);
    CHECK(judge(instance, tests::output_of(instance, static_cast<double>(inside)), error).accepted());
    const Judgement judgement = judge(instance, tests::output_of(instance, static_cast<double>(outside)), error);
    CHECK(judgement.outside == 1);
    REQUIRE(judgement.outside_first.size() == 1);
    CHECK(judgement.outside_first[0].share() > 1);
  }
}

TEST_CASE("what is not a number is outside") {
  const Instance instance = one_key(0.75);
  const attest_error_class error = default_error_class(ATTEST_FLOAT32);
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()}) {
    const Judgement judgement = judge(instance, tests::output_of(instance, wrong), error);
    CHECK(judgement.outside == 1);
    CHECK(std::isinf(judgement.worst.share()));
    CHECK(judgement.ulp_histogram.back() == 1);
  }
  CHECK(judge(instance, tests::output_of(instance, 0.75), error).accepted());
}

TEST_CASE("a class without errors allows the exact result and nothing else") {
  const Instance instance = one_key(0.75);
  attest_error_class none{};
  none.struct_size = sizeof none;
  const Judgement exact = judge(instance, tests::output_of(instance, 0.75), none);
  CHECK(exact.accepted());
  CHECK(exact.ulp_histogram[0] == 1);
  CHECK(judge(instance, tests::output_of(instance, std::nextafterf(0.75F, 1.F)), none).outside == 1);
}

TEST_CASE("where the exact number is 0 every bit of another one is wrong, no more") {
  const Instance instance = one_key(0);
  const Judgement judgement = judge(instance, tests::output_of(instance, 1e-10), default_error_class(ATTEST_FLOAT32));
  CHECK(judgement.outside == 1);
  CHECK(judgement.greatest_ulps >= 0x1p23);
  CHECK(judgement.greatest_ulps <= 0x1p24);
}

TEST_CASE("a row without a visible key is 0 and its log-sum-exp -infinity") {
  std::mt19937_64 random(10);
  tests::Shape shape;
  shape.mask = ATTEST_MASK_BYTES;
  Instance instance = tests::random_instance(shape, random);
  std::fill(instance.mask.begin(), instance.mask.begin() + instance.keys, std::uint8_t{0});
  const Outputs good = tests::run_scalar(instance);
  const attest_error_class error = default_error_class(ATTEST_FLOAT32);
  CHECK(judge(instance, good, error).accepted());
  Outputs bad = good;
  bad.output.set(1, 0x1p-149);
  CHECK(judge(instance, bad, error).outside == 1);
  bad = good;
  bad.log_sum_exp->set(0, -3e38);
  CHECK(judge(instance, bad, error).outside == 1);
  bad = good;
  bad.row_sum->set(0, 1);
  CHECK(judge(instance, bad, error).outside == 1);
}

TEST_CASE("a wrong tie rule is outside where scores cannot round") {
  std::mt19937_64 random(11);
  int wrong = 0;
  for (int trial = 0; trial < 40; ++trial) {
    tests::Shape shape;
    shape.operation = ATTEST_HARDMAX;
    shape.integers = true;
    shape.keys = 9;
    shape.ties = static_cast<attest_ties>(trial % 3);
    const Instance instance = tests::random_instance(shape, random);
    CHECK(judge(instance, tests::run_scalar(instance), class_of_scalar(ATTEST_FLOAT32)).accepted());
    Instance other = instance;
    other.ties = static_cast<attest_ties>((trial + 1) % 3);
    wrong += !judge(instance, tests::run_scalar(other), class_of_scalar(ATTEST_FLOAT32)).accepted();
  }
  CHECK(wrong > 20);
}

TEST_CASE("empty shapes and extreme numbers are judged") {
  std::mt19937_64 random(13);
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_FLOAT64})
    for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_HARDMAX})
      for (const std::array<std::int64_t, 4>& sizes :
           {std::array<std::int64_t, 4>{0, 3, 2, 2}, {3, 0, 2, 2}, {3, 3, 1, 0}, {1, 1, 1, 1}, {2, 3, 2, 2}})
        for (const double extreme : {1.0, 0x1p-149, 0x1p-1074, 0x1p60, 0x1p1000}) {
          tests::Shape shape;
          shape.dtype = dtype;
          shape.operation = operation;
          shape.queries = sizes[0], shape.keys = sizes[1], shape.width = sizes[2], shape.value_width = sizes[3];
          Instance instance = tests::random_instance(shape, random);
          for (FloatArray* array : {&instance.query, &instance.key, &instance.value})
            for (std::int64_t k = 0; k < array->size(); ++k)
              if (std::isfinite(round_to(dtype, (*array)[k] * extreme))) array->set(k, (*array)[k] * extreme);
          const Outputs outputs = tests::run_scalar(instance);
          const Judgement judgement = judge(instance, outputs, class_of_scalar(dtype));
          INFO("dtype " << dtype << " operation " << operation << " sizes " << sizes[0] << " " << sizes[1] << " "
                        << sizes[3] << " times " << extreme << ": " << tests::describe(judgement));
          CHECK(judgement.elements == outputs.output.size() + outputs.row_sum->size() +
                                          (outputs.log_sum_exp ? outputs.log_sum_exp->size() : 0));
          CHECK(judgement.undecided == judgement.unbounded);
          // Scores beyond the format's range are NaN or infinite in a kernel, and then outside.
          if (extreme * extreme < 1e30) CHECK(judgement.accepted());
        }
}

TEST_CASE("outputs that do not fit are refused with their part's name") {
  const Instance instance = one_key(1);
  const attest_error_class error = default_error_class(ATTEST_FLOAT32);
  Outputs outputs = tests::output_of(instance, 1);
  outputs.row_sum = FloatArray(ATTEST_FLOAT32, {1, 1, 2});
  CHECK_THROWS_WITH(judge(instance, outputs, error), "row_sum: expected shape [1, 1, 1], found [1, 1, 2]");
  outputs.row_sum.reset();
  attest_error_class bad = error;
  bad.accumulate = -1;
  CHECK_THROWS_AS(judge(instance, outputs, bad), InputError);
  bad.accumulate = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(judge(instance, outputs, bad), InputError);
  JudgeOptions options;
  options.instruction_set = "altivec";
  CHECK_THROWS_AS(judge(instance, outputs, error, options), InputError);
}
