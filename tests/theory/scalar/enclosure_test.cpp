// SPDX-License-Identifier: Apache-2.0
#include "theory/scalar/enclosure.hpp"

#include "tests/theory/generators.hpp"
#include "tests/theory/laws.hpp"
#include "tests/theory/wide.hpp"

using namespace attest::theory;
using namespace attest::tests;
using Catch::Matchers::Contains;

namespace {

long precisions() { return *rc::gen::element(64L, 65L, 128L, 300L); }

/// A rational, an interval around it (often wide, sometimes a point), and its enclosure.
struct Sample {
  Rational inside;
  Enclosure enclosure;
};

Sample sample(long precision, const rc::Gen<Rational>& numbers = rationals()) {
  const Rational x = *numbers;
  if (*rc::gen::element(true, false)) return {x, Enclosure(x, precision)};
  const Rational below = *rc::gen::element(Rational(0), Rational(1, 1000), Rational(2));
  const Rational above = *rc::gen::element(Rational(0), Rational(1, 7), Rational(3));
  return {x, Enclosure::hull(x - below, x + above, precision)};
}

/// exp of it stays small enough to be written as a rational.
rc::Gen<Rational> moderate() {
  return rc::gen::weightedOneOf<Rational>(
      {{1, rc::gen::element(Rational(0), Rational(1), Rational(-300), Rational(300))},
       {2, small_integers()},
       {2, small_rationals()}});
}

}  // namespace

TEST_CASE("arithmetic encloses the exact result") {
  rc::prop("of numbers inside the operands, also in place and aliased", [] {
    const long precision = precisions();
    const auto [a, A] = sample(precision);
    const auto [b, B] = sample(precision);
    RC_ASSERT(A.contains(a));
    RC_ASSERT((A + B).contains(a + b));
    RC_ASSERT((A - B).contains(a - b));
    RC_ASSERT((A * B).contains(a * b));
    if (b != 0) RC_ASSERT((A / B).contains(a / b));
    RC_ASSERT((-A).contains(-a));
    RC_ASSERT(abs(A).contains(abs(a)));
    RC_ASSERT(max(A, B).contains(max(a, b)));
    RC_ASSERT(min(A, B).contains(min(a, b)));
    const int exponent = *rc::gen::inRange(0, 5);
    RC_ASSERT(pow(A, exponent).contains(pow(a, exponent)));
    if (a != 0) RC_ASSERT(pow(A, -exponent).contains(pow(a, -exponent)));
    Enclosure x = A;
    x = x * x;
    RC_ASSERT(x.contains(a * a));
    x = A;
    x *= x;
    RC_ASSERT(x.contains(a * a));
    x = A;
    x -= x;
    RC_ASSERT(x.contains(Rational(0)));
    x = A;
    RC_ASSERT(max(x, x).contains(a));
  });
  rc::prop("the ends are exact and enclose", [] {
    const auto [a, A] = sample(precisions());
    RC_ASSERT(A.lower() <= a);
    RC_ASSERT(a <= A.upper());
    RC_ASSERT(A.width() == A.upper() - A.lower());
    RC_ASSERT(A.is_exact() == (A.width() == 0));
    RC_ASSERT(A.contains(A.lower()));
    RC_ASSERT(A.contains(A.upper()));
    RC_ASSERT(!A.contains(A.upper() + Rational(1, 1000000)));
    RC_ASSERT(!A.contains(A.lower() - Rational(1, 1000000)));
    RC_ASSERT(A.contains(A.midpoint()));
    RC_ASSERT(A.midpoint().is_exact());
  });
}

TEST_CASE("elementary functions agree with MPFI at a far higher precision") {
  rc::prop("exp and 2^x", [] {
    const Rational x = *moderate();
    const Enclosure point(x, precisions());
    RC_ASSERT(agree(exp(point), exp(wide(x))));
    RC_ASSERT(agree(exp2(point), exp(wide(x) * log(Wide(2)))));
  });
  rc::prop("log and sqrt", [] {
    const Rational x = abs(*rationals());
    RC_PRE(x != 0);
    const Enclosure point(x, precisions());
    RC_ASSERT(agree(log(point), log(wide(x))));
    RC_ASSERT(agree(sqrt(point), sqrt(wide(x))));
  });
  rc::prop("on intervals, at a number inside", [] {
    const auto [a, A] = sample(precisions(), moderate());
    RC_ASSERT(agree(exp(A), exp(wide(a))));
    RC_ASSERT(agree(exp2(A), exp(wide(a) * log(Wide(2)))));
    if (A.lower() > 0) RC_ASSERT(agree(log(A), log(wide(a))));
    if (A.lower() >= 0) RC_ASSERT(agree(sqrt(A), sqrt(wide(a))));
  });
  rc::prop("twice the bits give an enclosure that is narrower by as many", [] {
    const Rational x = *small_rationals();
    RC_PRE(!x.is_integer());
    const long p = precisions();
    RC_ASSERT(exp(Enclosure(x, 2 * p)).width() < exp(Enclosure(x, p)).width() * pow(Rational(2), 8 - p));
  });
}

TEST_CASE("comparisons say yes or no only if it holds throughout") {
  rc::prop("against the exact order", [] {
    const long precision = precisions();
    const auto [a, A] = sample(precision);
    const auto [b, B] = sample(precision);
    const auto right = [](Truth said, bool exact) { return said == Truth::unknown || said == truth(exact); };
    RC_ASSERT(right(A < B, a < b));
    RC_ASSERT(right(A <= B, a <= b));
    RC_ASSERT(right(A > B, a > b));
    RC_ASSERT(right(A >= B, a >= b));
    RC_ASSERT(right(A == B, a == b));
    RC_ASSERT(right(A != B, a != b));
    // And they do say it where the intervals are disjoint or points.
    if (A.upper() < B.lower()) RC_ASSERT((A < B) == Truth::yes);
    if (A.upper() < B.lower()) RC_ASSERT((A == B) == Truth::no);
    if (A.upper() <= B.lower()) RC_ASSERT((A <= B) == Truth::yes);
    if (A.is_exact() && B.is_exact()) RC_ASSERT((A == B) != Truth::unknown);
  });
  const Enclosure third(Rational(1, 3), 64);
  CHECK((third == third) == Truth::unknown);
  CHECK((Enclosure(2) == Enclosure(2)) == Truth::yes);
  CHECK((Enclosure(2) <= Enclosure(2)) == Truth::yes);
  CHECK((Enclosure(2) < Enclosure(2)) == Truth::no);
}

TEST_CASE("what is undefined somewhere is known nowhere") {
  const Enclosure around_zero = Enclosure::hull(-1, 1, 64);
  for (const Enclosure& x : {Enclosure(1) / around_zero, Enclosure(1) / Enclosure(0), log(around_zero),
                             log(Enclosure(0)), sqrt(around_zero), sqrt(Enclosure(-1)), pow(around_zero, -1)}) {
    CHECK_FALSE(x.is_finite());
    CHECK(x.contains(Rational(12345)));
    CHECK((x < Enclosure(0)) == Truth::unknown);
    CHECK((x == x) == Truth::unknown);
    CHECK_THROWS_AS(x.lower(), std::domain_error);
    CHECK(x.to_string() == "[-inf, inf]");
  }
}

TEST_CASE("even powers and absolute values know that they are not negative") {
  // Up to the rounding of the radius, which has 30 bits.
  const Enclosure wide = Enclosure::hull(-2, 1, 64);
  const Rational rounding = pow(Rational(2), -25);
  CHECK(pow(wide, 2).lower() > -rounding);
  CHECK(pow(wide, 2).upper() < Rational(4) + rounding);
  CHECK(abs(wide).lower() > -rounding);
  CHECK(abs(wide).upper() < Rational(2) + rounding);
}

TEST_CASE("exact constants stay exact, and never lower the precision") {
  CHECK(exp(Enclosure(0)).is_exact());
  CHECK(log(Enclosure(1)).is_exact());
  CHECK(exp2(Enclosure(-3)).lower() == Rational(1, 8));
  CHECK(exp2(Enclosure(-3)).is_exact());
  CHECK(sqrt(Enclosure(4)).is_exact());
  CHECK((Enclosure(1) + Enclosure(Rational(1, 3), 300)).precision() == 300);
  CHECK((Enclosure(Rational(1, 3), 300) * Enclosure(3)).precision() == 300);
}

TEST_CASE("bad input") {
  CHECK_THROWS_AS(Enclosure::hull(1, 0, 64), std::invalid_argument);
  // e^-e^40 is no 0, but has too many digits.
  const Enclosure tiny = exp(-exp(Enclosure(40)));
  CHECK((tiny > Enclosure(0)) == Truth::yes);
  CHECK_THROWS_WITH(tiny.lower(), Contains("too large or too small"));
}

TEST_CASE("an enclosure is printed with its radius") {
  CHECK_THAT(exp(Enclosure(1)).to_string(10), Contains("2.718281828") && Contains("+/-"));
  CHECK(Enclosure(3).to_string() == "3.0000000000000000000");
}
