// SPDX-License-Identifier: Apache-2.0
// The arithmetic of enclosures: a result holds the result at every point of the operands, and is no wider than rounding
// to the working precision makes it.
#include <catch2/catch.hpp>

#include "tests/verify/trusted/random_numbers.hpp"
#include "verify/trusted/failure.hpp"

namespace {

using checker::Enclosure;
using checker::End;
using numbers::holds;
using numbers::Source;

constexpr unsigned kBits[] = {1, 2, 8, 64, 256};

Enclosure between(const mpq_class& lo, const mpq_class& hi) { return {{lo, 0}, {hi, 0}}; }
const End kMinusInfinity{0, -1}, kInfinity{0, 1};
const Enclosure kLine = {kMinusInfinity, kInfinity};

bool same(const End& a, const End& b) { return compare(a, b) == 0; }
bool same(const Enclosure& a, const Enclosure& b) { return same(a.lo, b.lo) && same(a.hi, b.hi); }

mpq_class raised(const mpq_class& x, unsigned long exponent) {
  mpq_class result = 1;
  for (unsigned long i = 0; i < exponent; ++i) result *= x;
  return result;
}

// How many bits stand between the first and the last 1 of a dyadic number; 0 if it is not dyadic.
std::size_t significant_bits(const mpq_class& x) {
  if (mpz_popcount(x.get_den_mpz_t()) != 1) return 0;
  if (sgn(x) == 0) return 1;
  return mpz_sizeinbase(x.get_num_mpz_t(), 2) - mpz_scan1(x.get_num_mpz_t(), 0);
}

}  // namespace

TEST_CASE("sums, differences, products and quotients hold the results at all points") {
  Source source(11);
  for (int i = 0; i < 4000; ++i) {
    const Enclosure a = source.enclosure(200), b = source.enclosure(200);
    const unsigned bits = kBits[source.below(4)];
    const mpq_class x = source.point_of(a), y = source.point_of(b);
    INFO("[" << a.lo.value << ", " << a.hi.value << "] at " << x << " and [" << b.lo.value << ", " << b.hi.value
             << "] at " << y << " with " << bits << " bits");
    CHECK(holds(add(a, b, bits), x + y));
    CHECK(holds(subtract(a, b, bits), x - y));
    CHECK(holds(multiply(a, b, bits), x * y));
    if (b.contains_zero()) {
      CHECK_THROWS_AS(divide(a, b, bits), checker::Unknown);
    } else {
      CHECK(holds(divide(a, b, bits), x / y));
    }
    CHECK(holds(negate(a), -x));
    CHECK(holds(absolute(a), abs(x)));
    CHECK(holds(minimum(a, b), std::min(x, y)));
    CHECK(holds(maximum(a, b), std::max(x, y)));
    const unsigned long exponent = source.below(9);
    CHECK(holds(power(a, exponent, bits), raised(x, exponent)));
  }
}

TEST_CASE("with enough bits the ends are the exact extreme values") {
  Source source(12);
  for (int i = 0; i < 500; ++i) {
    const long a = static_cast<long>(source.below(40)) - 20, b = a + static_cast<long>(source.below(20));
    const long c = static_cast<long>(source.below(40)) - 20, d = c + static_cast<long>(source.below(20));
    const Enclosure x = between(a, b), y = between(c, d);
    CHECK(same(add(x, y, 64), between(a + c, b + d)));
    CHECK(same(subtract(x, y, 64), between(a - d, b - c)));
    const auto [least, greatest] = std::minmax({a * c, a * d, b * c, b * d});
    CHECK(same(multiply(x, y, 64), between(least, greatest)));
    CHECK(same(negate(x), between(-b, -a)));
    CHECK(same(minimum(x, y), between(std::min(a, c), std::min(b, d))));
    CHECK(same(maximum(x, y), between(std::max(a, c), std::max(b, d))));
    const bool zero = a <= 0 && b >= 0;
    CHECK(
        same(absolute(x), between(zero ? 0 : std::min(std::abs(a), std::abs(b)), std::max(std::abs(a), std::abs(b)))));
    CHECK(same(power(x, 2, 64), between(zero ? 0 : std::min(a * a, b * b), std::max(a * a, b * b))));
    CHECK(same(power(x, 3, 64), between(a * a * a, b * b * b)));
    CHECK(same(power(x, 0, 64), between(1, 1)));
  }
}

TEST_CASE("rounding goes outward to the nearest numbers of so many bits") {
  Source source(13);
  for (int i = 0; i < 2000; ++i) {
    const Enclosure a = source.enclosure(400);
    const unsigned bits = kBits[source.below(4)];
    const Enclosure found = rounded(a, bits);
    INFO("[" << a.lo.value << ", " << a.hi.value << "] with " << bits << " bits");
    for (const auto& [exact, end] : {std::pair(a.lo.value, found.lo.value), std::pair(a.hi.value, found.hi.value)}) {
      CHECK(significant_bits(end) >= 1);
      // One bit more than asked may be kept.
      CHECK(significant_bits(end) <= bits + 1);
      CHECK(abs(end - exact) < abs(exact) * Source::power_of_two(bits - 1, true) + (sgn(exact) == 0));
    }
    CHECK(found.lo.value <= a.lo.value);
    CHECK(a.hi.value <= found.hi.value);
  }
}

TEST_CASE("a number that has so few bits stays exact") {
  for (long x : {-5L, -1L, 0L, 1L, 3L, 1024L}) CHECK(same(rounded(between(x, x), 64), between(x, x)));
  CHECK(same(rounded(between(mpq_class(3, 8), mpq_class(3, 8)), 2), between(mpq_class(3, 8), mpq_class(3, 8))));
}

TEST_CASE("infinite ends") {
  const Enclosure half = {{1, 0}, kInfinity}, zero = between(0, 0), unit = between(0, 1);
  CHECK(same(add(kLine, unit, 64), kLine));
  CHECK(same(subtract(kLine, kLine, 64), kLine));
  CHECK(same(multiply(kLine, zero, 64), zero));
  CHECK(same(multiply(kLine, unit, 64), kLine));
  CHECK(same(multiply(half, unit, 64), {{0, 0}, kInfinity}));
  CHECK(same(multiply(half, between(-1, 1), 64), kLine));
  CHECK(same(multiply(half, negate(half), 64), {kMinusInfinity, {-1, 0}}));
  CHECK(same(negate(half), {kMinusInfinity, {-1, 0}}));
  CHECK(same(absolute(kLine), {{0, 0}, kInfinity}));
  CHECK(same(checker::absolute({kMinusInfinity, {-2, 0}}), {{2, 0}, kInfinity}));
  CHECK(same(minimum(kLine, unit), {kMinusInfinity, {1, 0}}));
  CHECK(same(maximum(kLine, unit), {{0, 0}, kInfinity}));
  CHECK_THROWS_AS(divide(unit, half, 64), checker::Unknown);
  CHECK_THROWS_AS(divide(half, between(1, 2), 64), checker::Unknown);
  CHECK_THROWS_AS(power(half, 2, 64), checker::Unknown);
}

TEST_CASE("numbers that are too large or too small to round end as Undecided") {
  const mpq_class huge = Source::power_of_two(1UL << 27, false);
  CHECK_THROWS_AS(rounded(between(huge, huge), 64), checker::Undecided);
  CHECK_THROWS_AS(rounded(between(1 / huge, 1), 64), checker::Undecided);
}
