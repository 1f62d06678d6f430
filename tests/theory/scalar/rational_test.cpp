// SPDX-License-Identifier: Apache-2.0
#include "theory/scalar/rational.hpp"

#include <boost/multiprecision/gmp.hpp>
#include <climits>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/theory/generators.hpp"
#include "tests/theory/laws.hpp"
#include "theory/error.hpp"

using attest::InputError;
using attest::theory::Rational;
using Catch::Matchers::Contains;
using Second = boost::multiprecision::mpq_rational;

namespace {

Second second(const Rational& x) { return Second(x.to_string()); }
Rational first(const Second& x) { return Rational::parse(x.str()); }

}  // namespace

TEST_CASE("Rational is an ordered field") { attest::tests::ordered_field_laws<Rational>(); }

TEST_CASE("Rational agrees with Boost.Multiprecision over GMP") {
  rc::prop("arithmetic and order", [](const Rational& a, const Rational& b) {
    RC_ASSERT(a + b == first(second(a) + second(b)));
    RC_ASSERT(a - b == first(second(a) - second(b)));
    RC_ASSERT(a * b == first(second(a) * second(b)));
    if (b != 0) RC_ASSERT(a / b == first(second(a) / second(b)));
    RC_ASSERT((a < b) == (second(a) < second(b)));
    RC_ASSERT((a == b) == (second(a) == second(b)));
    RC_ASSERT(-a == first(-second(a)));
    RC_ASSERT(abs(a) == first(boost::multiprecision::abs(second(a))));
    RC_ASSERT(a.sign() == second(a).sign());
  });
  rc::prop("powers", [](const Rational& a) {
    const int exponent = *rc::gen::inRange(-6, 7);
    RC_PRE(a != 0 || exponent >= 0);
    Second product = 1;
    for (int k = 0; k < std::abs(exponent); ++k) product *= second(a);
    RC_ASSERT(pow(a, exponent) == first(exponent < 0 ? Second(1) / product : product));
  });
}

TEST_CASE("floor, ceil, minimum, maximum, square root") {
  rc::prop("floor and ceil", [](const Rational& x) {
    RC_ASSERT(floor(x).is_integer());
    RC_ASSERT(floor(x) <= x);
    RC_ASSERT(x < floor(x) + 1);
    RC_ASSERT(ceil(x) == -floor(-x));
    RC_ASSERT(x.is_integer() == (floor(x) == x));
  });
  rc::prop("minimum and maximum", [](const Rational& a, const Rational& b) {
    RC_ASSERT(min(a, b) + max(a, b) == a + b);
    RC_ASSERT(min(a, b) <= max(a, b));
  });
  rc::prop("a square has its root, a square and a bit has none", [](const Rational& x) {
    RC_ASSERT(sqrt_if_square(x * x) == abs(x));
    // Between two consecutive squares of integers there is none.
    const Rational n = floor(abs(x)) + 1;
    RC_ASSERT(!sqrt_if_square(n * n + 1));
    RC_ASSERT(!sqrt_if_square(Rational(2) * n * n));
    RC_ASSERT(!sqrt_if_square(-n * n));
  });
  CHECK(floor(Rational(-7, 2)) == -4);
  CHECK(ceil(Rational(-7, 2)) == -3);
  CHECK(sqrt_if_square(Rational(9, 4)) == Rational(3, 2));
  CHECK(sqrt_if_square(Rational(0)) == Rational(0));
}

TEST_CASE("Rational::parse accepts the canonical form") {
  rc::prop("what to_string writes", [](const Rational& x) { RC_ASSERT(Rational::parse(x.to_string()) == x); });
  CHECK(Rational::parse("0") == 0);
  CHECK(Rational::parse("-3") == -3);
  CHECK(Rational::parse("7/2") == Rational(7, 2));
  CHECK(Rational::parse("-123456789012345678901234567891/7").to_string() == "-123456789012345678901234567891/7");
}

TEST_CASE("Rational::parse rejects everything else and says what was expected") {
  for (const char* text :
       {"",     "-",    "+1",    "01",  "00",  "-01",  "1.5", "1e5", " 1",  "1 ",   "1/",  "/2",
        "1/-2", "1//2", "1/2/3", "--1", "NaN", "-NaN", "inf", "0x1", "1_0", "1/02", "1\n", "\xc2\xb2"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(Rational::parse(text, "file: /X/0"),
                      Contains("file: /X/0: expected a canonical rational number"));
  }
  CHECK_THROWS_WITH(Rational::parse("3/0", "f"), Contains("f: expected a denominator that is not 0, found \"3/0\""));
  CHECK_THROWS_WITH(Rational::parse("0/0"), Contains("denominator that is not 0"));
  const std::vector<std::pair<const char*, const char*>> not_lowest = {
      {"2/4", "\"1/2\""}, {"-2/4", "\"-1/2\""}, {"3/1", "\"3\""}, {"-0", "\"0\""}, {"0/3", "\"0\""}, {"-0/3", "\"0\""}};
  for (const auto& [text, canonical] : not_lowest) {
    CAPTURE(text);
    CHECK_THROWS_WITH(Rational::parse(text), Contains(std::string("expected the canonical form ") + canonical));
  }
  // No control character and no endless text reaches the message.
  CHECK_THROWS_WITH(Rational::parse(std::string("1\n\x1b") + std::string(1000, 'x')),
                    Contains("\"1??xxx") && Contains("...\"") && !Contains("\n"));
}

TEST_CASE("Rational from machine integers") {
  CHECK(Rational(LONG_MIN).to_string() == std::to_string(LONG_MIN));
  CHECK(Rational(LONG_MIN, LONG_MIN) == 1);
  CHECK(Rational(1, LONG_MIN) == -Rational(1) / -Rational(LONG_MIN));
  CHECK(Rational(6, -4) == Rational(-3, 2));
  CHECK_THROWS_AS(Rational(1, 0), InputError);
  CHECK(Rational(LONG_MAX).to_long() == LONG_MAX);
  CHECK_THROWS_AS((Rational(LONG_MAX) + 1).to_long(), std::domain_error);
  CHECK_THROWS_AS(Rational(1, 2).to_long(), std::domain_error);
}

TEST_CASE("division by zero") {
  CHECK_THROWS_AS(Rational(1) / Rational(0), std::domain_error);
  CHECK_THROWS_AS(Rational(0) / Rational(0), std::domain_error);
  CHECK_THROWS_AS(pow(Rational(0), -1), std::domain_error);
  CHECK(pow(Rational(0), 0) == 1);
}

TEST_CASE("doubles are exact dyadic rationals") {
  CHECK(Rational::from_double(0.1) == Rational(3602879701896397, 36028797018963968));
  CHECK(Rational::from_double(-0.0) == 0);
  CHECK(Rational::from_double(5e-324) == pow(Rational(2), -1074));
  CHECK(Rational::from_double(std::numeric_limits<double>::max()) ==
        (Rational(2) - pow(Rational(2), -52)) * pow(Rational(2), 1023));
  CHECK_THROWS_WITH(Rational::from_double(std::nan("")), Contains("found NaN"));
  CHECK_THROWS_WITH(Rational::from_double(INFINITY), Contains("found an infinity"));
  rc::prop("to_double undoes from_double, for every bit pattern", [](std::uint64_t bits) {
    double x;
    std::memcpy(&x, &bits, sizeof x);
    RC_PRE(std::isfinite(x));
    RC_ASSERT(Rational::from_double(x).to_double() == x);
  });
  rc::prop("to_double rounds to nearest", [](const Rational& x) {
    const double rounded = x.to_double();
    const Rational error = abs(Rational::from_double(rounded) - x);
    for (double neighbour : {std::nextafter(rounded, -INFINITY), std::nextafter(rounded, INFINITY)}) {
      RC_ASSERT(error <= abs(Rational::from_double(neighbour) - x));
    }
  });
  // Ties go to even, below the normal range too; half of the least subnormal is 0.
  CHECK((Rational(1) + pow(Rational(2), -53)).to_double() == 1.0);
  CHECK((Rational(1) + Rational(3) * pow(Rational(2), -53)).to_double() == 1.0 + std::ldexp(1.0, -51));
  CHECK(pow(Rational(2), -1075).to_double() == 0.0);
  CHECK((pow(Rational(2), -1075) * Rational(3)).to_double() == std::ldexp(1.0, -1073));
  CHECK(pow(Rational(2), 1024).to_double() == INFINITY);
}
