// SPDX-License-Identifier: Apache-2.0
// Backward kernels inside their bounds whose errors lean, or are greater than roundings at random leave, give warnings;
// kernels that round to nearest give none.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/verify/judge/gradient_kernels.hpp"
#include "verify/validate/bias.hpp"
#include "verify/validate/validate_gradients.hpp"
#include "verify/validate/verdict_text.hpp"

using namespace attest;
using namespace attest::tests;
using namespace attest::verify::instances;
using namespace attest::verify::validate;
using verify::judge::default_error_class;
using verify::judge::Judgement;

namespace {

GradientInstance in_dtype(const GradientInstance& from, attest_dtype dtype) {
  GradientInstance result = from;
  result.forward.dtype = dtype;
  for (FloatArray* array : {&result.forward.query, &result.forward.key, &result.forward.value, &result.grad_output}) {
    FloatArray other(dtype, array->shape());
    for (std::int64_t k = 0; k < array->size(); ++k) other.set(k, (*array)[k]);
    *array = std::move(other);
  }
  return result;
}

/// The number without the bits that bfloat16 has not.
double cut(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return std::ldexp(std::trunc(fraction * 256), exponent - 8);
}

/// Gradients in bfloat16 of numbers in float32: cut, or rounded to nearest.
std::vector<std::string> warnings(bool cuts) {
  BiasTest test("grad_query");
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Request r;
    r.dtype = ATTEST_BFLOAT16;
    r.batches = 40, r.heads = 8, r.queries = 32, r.keys = 2, r.width = 4, r.value_width = 1;
    const GradientInstance in = generate_gradient("random", r, seed);
    Gradients computed = run_gradients(in_dtype(in, ATTEST_FLOAT32), {});
    for (auto part : {&Gradients::query, &Gradients::key, &Gradients::value}) {
      FloatArray shorter(ATTEST_BFLOAT16, (computed.*part)->shape());
      for (std::int64_t k = 0; k < shorter.size(); ++k)
        shorter.set(k, cuts ? cut((*(computed.*part))[k]) : (*(computed.*part))[k]);
      computed.*part = std::move(shorter);
    }
    // A class that computes in float32 and rounds, or cuts, the finished element alone.
    ErrorSettings settings{{"weight_round=0", "output_round=2^-7"}};
    const Validation v = validate_gradients(in, computed, {}, settings, {});
    CHECK(v.outcome == Outcome::accepted);
    test.add(*v.judgement);
  }
  return test.warnings();
}

}  // namespace

TEST_CASE("gradients that are cut lean towards zero, rounded ones do not") {
  CHECK(warnings(false).empty());
  const std::vector<std::string> lines = warnings(true);
  REQUIRE(lines.size() == 1);
  CHECK_THAT(lines[0], Catch::Contains("errors of grad_query lean towards zero"));
}

TEST_CASE("sums that are always rounded upwards are inside, and beyond what roundings at random leave") {
  Request r;
  r.queries = 4096, r.keys = 2, r.width = r.value_width = 1;
  GradientInstance in = generate_gradient("random", r, 1);
  for (std::int64_t k = 0; k < in.grad_output.size(); ++k) in.grad_output.set(k, std::fabs(in.grad_output[k]));
  const attest_error_class error = default_error_class(ATTEST_FLOAT32);
  for (const bool upwards : {false, true}) {
    GradientStyle style;
    if (upwards) style.error = &error, style.direction = 1;
    const Validation v = validate_gradients(in, run_gradients(in, style), {}, {}, {});
    CAPTURE(upwards, v.random_share);
    CHECK(v.outcome == Outcome::accepted);
    CHECK((v.beyond_random > 0) == upwards);
  }
}

TEST_CASE("a class in which zeros would be inside, too, gives a warning") {
  Request r;
  r.queries = 8, r.keys = 8, r.width = r.value_width = 8;
  const GradientInstance in = generate_gradient("random", r, 1);
  const Gradients right = run_gradients(in, {});
  Gradients zeros = right;
  for (auto part : {&Gradients::query, &Gradients::key, &Gradients::value})
    for (std::int64_t k = 0; k < (zeros.*part)->size(); ++k) (zeros.*part)->set(k, 0);
  const ErrorSettings wide{{"accumulate=2^-9"}};

  const Validation narrow = validate_gradients(in, right, {}, {}, {});
  CHECK(narrow.judgement->nonzero == narrow.judgement->elements);
  CHECK(narrow.judgement->blunt == 0);
  CHECK(blunt_warnings({narrow}).empty());
  CHECK(validate_gradients(in, zeros, {}, {}, {}).outcome == Outcome::outside);

  const Validation nothing = validate_gradients(in, zeros, {}, wide, {});
  CHECK(2 * nothing.judgement->blunt > nothing.judgement->nonzero);
  CHECK(nothing.judgement->blunt == nothing.judgement->inside);
  const std::vector<std::string> lines = blunt_warnings({validate_gradients(in, right, {}, wide, {})});
  REQUIRE(lines.size() == 1);
  CHECK_THAT(lines[0],
             Catch::Contains("zeros would be inside, too, at") && Catch::Contains("constants may be too large"));
}
