// SPDX-License-Identifier: Apache-2.0
// Inequalities whose sides are equal inside of an interval, at a corner of several variables or where a guard ends:
// what is offered the trusted checker accepts with nothing assumed, and with another cut or end of a model it does not.
#include "tests/verify/attack/shown.hpp"
#include "verify/attack/cuts.hpp"
#include "verify/attack/models.hpp"

using namespace attest;
using tests::require_only_supported;
using tests::require_shown;
using theory::Rational;
using namespace verify::attack;

namespace {

/// The points of equality of one comparison of two functions on an interval.
template <class Difference>
std::vector<std::vector<Rational>> equal_at(double low, double high, Difference difference) {
  const auto gaps = [&](const std::vector<Value>& point) {
    const Interval x = point.front().enclosure();
    const double gap = difference((x.low + x.high) / 2);
    return std::vector<Gap>{{std::abs(gap), std::abs(gap) < 1e-15}};
  };
  return points_of_equality(gaps, {{low, high}}, {Rational(0), Rational(1)});
}

using Points = std::vector<std::vector<Rational>>;

}  // namespace

TEST_CASE("cuts: the rational of the smallest denominator in an interval") {
  CHECK(simplest_between(Rational(-1, 2), Rational(1, 3)) == Rational(0));
  CHECK(simplest_between(Rational(3, 10), Rational(4, 10)) == Rational(1, 3));
  CHECK(simplest_between(Rational(-4, 10), Rational(-3, 10)) == Rational(-1, 3));
  CHECK(simplest_between(Rational(314, 100), Rational(315, 100)) == Rational(22, 7));
  CHECK(simplest_between(Rational(7, 3), Rational(5)) == Rational(3));
  CHECK(simplest_between(Rational(5, 7), Rational(5, 7)) == Rational(5, 7));
}

TEST_CASE("cuts: where sides meet, touching or crossing, at a number of small height") {
  CHECK(equal_at(-1, 2, [](double x) { return (3 * x - 1) * (3 * x - 1); }) == Points{{Rational(1, 3)}});
  CHECK(equal_at(-1, 2, [](double x) { return 7 * x - 3; }) == Points{{Rational(3, 7)}});
  CHECK(equal_at(-1, 2, [](double x) { return std::abs(x); }) == Points{{Rational(0)}});
  CHECK(equal_at(-1, 2, [](double x) { return x * (x - 1); }) == Points{{Rational(0)}, {Rational(1)}});
  CHECK(equal_at(-1, 2, [](double x) { return (x * x - 2) * (x * x - 2); }).empty());  // at a root of 2
  CHECK(equal_at(-1, 2, [](double x) { return x * x + 1; }).empty());
  CHECK(equal_at(-1, 2, [](double) { return 0.0; }).empty());  // nowhere more than elsewhere
}

TEST_CASE("models: factors stay in the order of their quantifiers, and the outermost are kept") {
  const Interval unit{0, 1};
  const Value x = model_of_cell(unit, 0, 1, 1), y = model_of_cell(unit, 1, 0, 2);
  running_order = 2;
  const Value product = multiply(multiply(y, x), x);  // (1 - u) t^2
  running_order = 0;
  REQUIRE(product.model());
  REQUIRE(product.model()->terms.size() == 1);  // t t u becomes t t [0, 1]
  CHECK(product.model()->terms[0].first == 0x11);
  const Interval left = product.model()->terms[0].second.enclosure();
  CHECK(left.low <= 0);
  CHECK(left.high >= 1);
  CHECK(left.high - left.low < 1.001);
}

TEST_CASE("attack: equality inside of an interval is met by a cut there") {
  require_shown("forall x in reals from -1 to 2: exp(x) >= 1 + x", true);
  require_shown("forall x in reals from 1/10 to 5: log(x) <= x - 1", true);
  require_shown("forall x in reals from 1/100 to 2: sqrt(x) <= 1/3 + 3 * (x - 1/9) / 2", true);
  require_shown("forall x in reals from 0 to 1: exp(7 * x - 3) >= 7 * x - 2", true);
  require_shown("forall x in reals from -1/2 to 3/2: exp(x^2 * (x - 1)^2) >= 1 + x^2 * (x - 1)^2", true);
  require_shown("forall x in reals from -1 to 1: exp(-x^2) <= 1 - x^2 + x^4 / 2", true);
  require_shown("forall x in reals from 0 to 1: max(x, 1 - 3 * x) >= 1/4", true);
  require_shown("forall x in reals from -1 to 3: max(exp(x), exp(-x)) >= 1", true);
  require_shown("exists x in reals from 1/3 to 5: x + 1 / x < 2", false);
  require_shown("forall x in reals from -1 to 1: exp(x - 1/3) > x + 2/3", false);
  require_shown("forall x in reals from -1 to 1: exp(x) >= 1 + x + x^2 / 2", false);
  require_only_supported("forall x in reals from 1 to 2: exp((x^2 - 2)^2) >= 1 + (x^2 - 2)^2");
  require_only_supported("forall x in reals from 0 to 3: exp(x) >= exp(1) * x");
}

TEST_CASE("attack: equality at a corner of several variables, and at a point inside") {
  const std::string square = "forall x in reals from 0 to 1: forall y in reals from 0 to 1: ";
  require_shown(square + "exp(x + y) >= 1 + x + y", true);
  require_shown(square + "exp(2 - x - y) >= 3 - x - y", true);
  require_shown(square + "forall z in reals from 0 to 1: exp(x + y + z) >= 1 + x + y + z", true);
  require_shown(square + "exp((2*x - 1)^2 + (3*y - 1)^2) >= 1 + (2*x - 1)^2 + (3*y - 1)^2", true);
  require_shown("forall x in reals from -1 to 1: forall a in 1..3: exp(a * x) >= 1 + a * x", true);
  require_shown("forall x in reals from -1 to 1: parts { a: exp(x) >= 1 + x; b: exp(-x) >= 1 - x; }", true);
  require_shown(square + "exp(x + y) >= 1 + x + y + (x + y)^2", false);
  // Equal on a line that crosses every cell around it.
  require_only_supported("forall x in reals from -1 to 1: forall y in reals from -1 to 1: exp(x + y) >= 1 + x + y");
}

TEST_CASE("attack: cells are cut where a guard ends") {
  require_shown("forall x in reals where 0 <= x and x <= 3: exp(x) >= 1 + x", true);
  require_shown("forall x in reals where -1/3 <= x and x <= 7/3: sqrt(1 + x) <= 1 + x / 2", true);
  require_shown("forall x in reals where 0 < x and x < 2: log(1 + x) <= x", true);
  require_shown("forall x in reals from -5 to 5 where x^2 < 4/9: exp(x) < 2", true);
  require_shown("forall x in reals from -5 to 5 where 1/3 < x: exp(3 * x - 1) >= 3 * x", true);
  require_shown("forall x in reals where 0 <= x and x <= 3: log(1 + x) >= x - x^2 / 3", false);
  // At 0 the guard holds, so the cell on its left must be met on the whole, and what is asked is false there.
  require_only_supported("forall x in reals from -1 to 2 where 0 <= x: exp(x) >= 1 + x + x^2 / 2");
}

TEST_CASE("attack: a cut or an order that is changed is not accepted") {
  const tests::ClaimFile file("statement printed = forall x in reals from -1 to 2: exp(x) >= 1 + x;");
  const theory::LoadedClaim claim = file.load();
  const auto found = attack(claim, {.brief = true}).certificates;
  REQUIRE(found.size() == 1);
  const theory::Binding binding{theory::header_hash(claim), theory::statement_hash(claim, "printed")};
  const std::string text = found.front().to_json(binding);
  const auto outcome_with = [&](const std::string& what, const std::string& instead) {
    std::string changed = text;
    for (std::size_t at = 0; (at = changed.find(what, at)) != std::string::npos; at += instead.size())
      changed.replace(at, what.size(), instead);
    REQUIRE((what == instead || changed != text));
    INFO(changed);
    return checker::check(claim.file.string(), changed, {"theory/definitions"}).outcome;
  };
  CHECK(outcome_with("\"0\"", "\"0\"") == checker::Outcome::kAccepted);
  CHECK(outcome_with("\"0\"", "\"1/64\"") == checker::Outcome::kUndecided);
  CHECK(outcome_with("\"-2\"", "\"2\"") == checker::Outcome::kUndecided);
}
