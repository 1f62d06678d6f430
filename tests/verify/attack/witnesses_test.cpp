// SPDX-License-Identifier: Apache-2.0
// Witnesses that depend on variables without an end, as polynomials of them; and instances that linear comparisons ask
// for. What is found the trusted checker accepts, with nothing assumed.
#include <catch2/catch.hpp>

#include "tests/verify/attack/attacked.hpp"
#include "verify/attack/linear.hpp"

using namespace attest;
using theory::Rational;
using verify::attack::Polynomial;

namespace {

struct Found {
  bool decided = false, goal = false;
  std::string steps;
};

Found found(const std::string& statement) {
  const tests::ClaimFile file("statement printed = " + statement + ";");
  const theory::LoadedClaim claim = file.load();
  Found result;
  for (const theory::Certificate& certificate : verify::attack::attack(claim, {.brief = true}).certificates) {
    const checker::Result checked = tests::decided(claim, certificate);
    result.steps = certificate.steps.to_json();
    INFO(statement << "\n" << checked.text << "\n" << result.steps);
    CHECK(checked.outcome == checker::Outcome::kAccepted);
    result.decided = checked.json.find("\"assumed\": []") != std::string::npos;
    result.goal = certificate.goal;
  }
  return result;
}

bool has(const Found& found, const std::string& text) { return found.steps.find(text) != std::string::npos; }

Polynomial line(const std::vector<Rational>& coefficients, const Rational& constant) {
  Polynomial sum(constant);
  for (std::size_t i = 0; i < coefficients.size(); ++i) sum.add(Polynomial::variable(i), coefficients[i]);
  return sum;
}

}  // namespace

TEST_CASE("functions: for all there is one, by a polynomial") {
  for (const std::string statement :
       {"forall x in reals: exists y in reals: y > x", "forall x in reals: exists y in reals: y >= x^2 and y > x",
        "forall a in reals: forall b in reals where a < b: exists m in reals: a < m < b",
        "forall n in naturals from 1: exists m in naturals from 1: m > n",
        "forall n in naturals from 1: exists m in naturals from 3: m >= n^2 + n",
        "forall n in naturals from 0: exists a in naturals from 0: exists b in naturals from 0: a + b = 2 * n + 1 and "
        "a > "
        "b",
        "forall x in reals: exists y in reals: exists z in reals: y < x < z and y + z = 2 * x",
        "forall t in reals from 0 to 1: exists s in reals from 0 to 1: s + t = 1",
        "forall n in naturals from 0: exists m in naturals from 0: forall x in reals where x > m: x > n",
        "forall x in reals: forall y in reals: exists z in reals: z = x^2 - 2 * x * y + y^2 and z >= 0"}) {
    INFO(statement);
    const Found result = found(statement);
    CHECK(result.decided);
    CHECK(result.goal);
    CHECK(has(result, "\"function\""));
  }
  const Found greatest = found("exists x in reals: forall y in reals: y <= x");
  CHECK(greatest.decided);
  CHECK_FALSE(greatest.goal);
  CHECK(has(greatest, "\"function\""));
}

TEST_CASE("functions: what no polynomial does is not claimed") {
  for (const std::string statement : {"forall x in reals: exists m in naturals from 1: m > x",
                                      "forall x in reals: exists y in reals: y > x and y < x",
                                      "forall n in naturals from 1: exists m in naturals from 1: m < n"}) {
    INFO(statement);
    const Found result = found(statement);
    CHECK_FALSE((result.decided && result.goal));
    CHECK_FALSE(has(result, "\"function\""));
  }
}

TEST_CASE("linear: systems are solved, and inequalities that fail at a vertex far away are refuted there") {
  const Found system = found(
      "exists x in vectors(3): 3 * x[1] + 2 * x[2] - x[3] = 1 and 2 * x[1] - 7 * x[2] + 4 * x[3] = -2 and "
      "5 * x[2] - x[1] - 11 * x[3] = 17");
  CHECK(system.decided);
  CHECK(system.goal);
  const Found program =
      found("exists x in reals: exists y in reals: 17 * x + 19 * y <= 1000 and 23 * x - 5 * y >= 641 and y > 12");
  CHECK(program.decided);
  CHECK(program.goal);
  const Found refuted = found(
      "forall x in reals from 0 to 1000: forall y in reals from 0 to 1000 where 3 * x + 5 * y <= 4001 and "
      "7 * x + 2 * y <= 5003: x + y < 959");
  CHECK(refuted.decided);
  CHECK_FALSE(refuted.goal);
  const Found implied = found(
      "forall n in naturals from 3: forall x in vectors(n): not (sum(e for e in x) = 1000/7 and x[1] - x[2] > 55/3) or "
      "x[3] > -41");
  CHECK(implied.decided);
  CHECK_FALSE(implied.goal);
}

TEST_CASE("linear: a point where there is one, none where there is none") {
  const auto point = verify::attack::point_of(
      {{line({1, 1}, -3), false}, {line({-1, -1}, 3), false}, {line({1, -1}, Rational(-1, 3)), true}}, 2);
  REQUIRE(point);
  CHECK(point->at(0) + point->at(1) == Rational(3));
  CHECK(point->at(0) - point->at(1) > Rational(1, 3));
  CHECK_FALSE(verify::attack::point_of({{line({1, 1}, -3), true}, {line({-1, -1}, 3), false}}, 2));
  CHECK_FALSE(verify::attack::point_of({{line({1}, 0), false}, {line({-1}, -1), false}}, 1));
  CHECK(verify::attack::point_of({{line({2, -3, 5}, -1), false}}, 3));
  CHECK(verify::attack::point_of({}, 2));
}
