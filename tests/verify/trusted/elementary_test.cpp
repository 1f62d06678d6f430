// SPDX-License-Identifier: Apache-2.0
// exp, log and the square root against MPFR, which computes with directed rounding at a higher precision.
#include <mpfr.h>

#include <catch2/catch.hpp>
#include <iterator>

#include "tests/verify/trusted/random_numbers.hpp"
#include "verify/trusted/failure.hpp"

namespace {

using checker::Enclosure;
using numbers::Source;

struct Function {
  const char* name;
  Enclosure (*ours)(const Enclosure&, unsigned);
  int (*judge)(mpfr_t, mpfr_srcptr, mpfr_rnd_t);
};
const Function kExp = {"exp", checker::exponential, mpfr_exp}, kLog = {"log", checker::logarithm, mpfr_log},
               kSqrt = {"sqrt", checker::square_root, mpfr_sqrt};
constexpr unsigned kPrecisions[] = {64, 65, 96, 128, 200, 256, 512, 1024};

// f(x) for an increasing f, rounded down or up.
mpq_class judged(const Function& f, const mpq_class& x, mpfr_prec_t precision, mpfr_rnd_t rounding) {
  mpfr_t value;
  mpfr_init2(value, precision);
  mpfr_set_q(value, x.get_mpq_t(), rounding);
  f.judge(value, value, rounding);
  mpq_class result;
  mpfr_get_q(result.get_mpq_t(), value);
  mpfr_clear(value);
  return result;
}

// 128 bits more than are asked for, and all bits of x, so that the judge's own error is far below ours: log x may be as
// small as the distance of x from 1.
mpfr_prec_t precision_for(const mpq_class& x, unsigned bits) {
  return static_cast<mpfr_prec_t>(bits + 128 + mpz_sizeinbase(x.get_num_mpz_t(), 2) +
                                  mpz_sizeinbase(x.get_den_mpz_t(), 2));
}

void check_point(const Function& f, const mpq_class& x, unsigned bits) {
  const Enclosure found = f.ours(checker::point(x), bits);
  const mpq_class below = judged(f, x, precision_for(x, bits), MPFR_RNDD);
  const mpq_class above = judged(f, x, precision_for(x, bits), MPFR_RNDU);
  INFO(f.name << "(" << x << ") with " << bits << " bits");
  REQUIRE(found.is_finite());
  CHECK((found.lo.value <= below));
  CHECK((above <= found.hi.value));
  // Each end is rounded to `bits` significant bits from a value a few bits better.
  const mpq_class width = found.hi.value - found.lo.value;
  const mpq_class smallest = std::min(mpq_class(abs(found.lo.value)), mpq_class(abs(found.hi.value)));
  CHECK((width <= smallest * Source::power_of_two(bits - 8, true)));
}

// The value at every point of the argument lies within.
void check_enclosure(const Function& f, const Enclosure& x, unsigned bits, Source& source) {
  const Enclosure found = f.ours(x, bits);
  for (int i = 0; i < 4; ++i) {
    const mpq_class at = source.point_of(x);
    INFO(f.name << "([" << x.lo.value << ", " << x.hi.value << "]) at " << at << " with " << bits << " bits");
    CHECK(found.lo.value <= judged(f, at, precision_for(at, bits), MPFR_RNDD));
    CHECK(judged(f, at, precision_for(at, bits), MPFR_RNDU) <= found.hi.value);
  }
}

Enclosure positive_enclosure(Source& source, unsigned long range) {
  mpq_class a = source.positive(range), b = source.positive(range);
  if (b < a) std::swap(a, b);
  return {{a, 0}, {b, 0}};
}

unsigned some_bits(Source& source) { return kPrecisions[source.below(std::size(kPrecisions) - 1)]; }

}  // namespace

TEST_CASE("exp encloses the true value, closely") {
  Source source(1);
  for (int i = 0; i < 3000; ++i) check_point(kExp, source.any(10), some_bits(source));
  for (const mpq_class& x : {mpq_class(1, mpz_class(1) << 3000), mpq_class(-1, mpz_class(1) << 3000),
                             mpq_class(1048576), mpq_class(-1048576), mpq_class(1, 2), mpq_class(-1, 2)}) {
    for (unsigned bits : kPrecisions) check_point(kExp, x, bits);
  }
}

TEST_CASE("log encloses the true value, closely") {
  Source source(2);
  for (int i = 0; i < 3000; ++i) check_point(kLog, source.positive(600), some_bits(source));
  for (const mpq_class& x : {mpq_class(2, 3), mpq_class(4, 3), mpq_class(3, 2), mpq_class(3, 4), mpq_class(2),
                             mpq_class(mpz_class(1) << 20000), mpq_class(1, mpz_class(1) << 20000)}) {
    for (unsigned bits : kPrecisions) check_point(kLog, x, bits);
  }
}

TEST_CASE("sqrt encloses the true value, closely") {
  Source source(3);
  for (int i = 0; i < 3000; ++i) check_point(kSqrt, source.positive(3000), some_bits(source));
}

TEST_CASE("exp, log and sqrt of an enclosure hold the values at its points") {
  Source source(4);
  for (int i = 0; i < 500; ++i) {
    check_enclosure(kExp, source.enclosure(10), some_bits(source), source);
    check_enclosure(kLog, positive_enclosure(source, 300), some_bits(source), source);
    check_enclosure(kSqrt, positive_enclosure(source, 300), some_bits(source), source);
  }
}

TEST_CASE("known values are exact") {
  for (unsigned bits : kPrecisions) {
    CHECK(checker::exponential(checker::point(0), bits).hi.value == 1);
    CHECK(checker::exponential(checker::point(0), bits).lo.value == 1);
    CHECK(checker::logarithm(checker::point(1), bits).hi.value == 0);
    CHECK(checker::logarithm(checker::point(1), bits).lo.value == 0);
    CHECK(checker::square_root(checker::point(0), bits).hi.value == 0);
  }
}

TEST_CASE("far below 0 exp is enclosed by 0 and a tiny number; far above it is unknown") {
  const Enclosure tiny = checker::exponential(checker::point(mpq_class(-(mpz_class(1) << 40))), 64);
  CHECK(tiny.lo.value == 0);
  CHECK(tiny.hi.value > 0);
  CHECK(tiny.hi.value <= Source::power_of_two(1UL << 20, true));
  CHECK_THROWS_AS(checker::exponential(checker::point(mpq_class(mpz_class(1) << 40)), 64), checker::Unknown);
}

TEST_CASE("outside the domain of log and sqrt, and at infinite ends, nothing is known") {
  const auto between = [](long lo, long hi) { return Enclosure{{lo, 0}, {hi, 0}}; };
  CHECK_THROWS_AS(checker::logarithm(between(0, 1), 64), checker::Unknown);
  CHECK_THROWS_AS(checker::logarithm(between(-1, 1), 64), checker::Unknown);
  CHECK_THROWS_AS(checker::square_root(between(-1, 1), 64), checker::Unknown);
  CHECK(checker::square_root(between(0, 4), 64).hi.value >= 2);
  const Enclosure unbounded = {{1, 0}, {0, 1}};
  for (const Function& f : {kExp, kLog, kSqrt}) CHECK_THROWS_AS(f.ours(unbounded, 64), checker::Unknown);
}
