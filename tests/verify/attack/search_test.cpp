// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/verify/attack/shown.hpp"
#include "verify/attack/code.hpp"

using namespace attest;
using tests::attacked;
using tests::require_only_supported;
using tests::require_shown;

TEST_CASE("attack: what is false is refuted") {
  require_shown("forall n in naturals from 1: n < 5", false);
  require_shown("forall x in reals: x^2 > 0", false);
  require_shown("forall n in naturals from 1: forall x in vectors(n): sum(a for a in x) >= 0", false);
  require_shown("forall A in matrices(2, 2): A[1][1] * A[2][2] - A[1][2] * A[2][1] != 1", false);
  require_shown("forall s in vectors(3) from -1 to 1: all(w < exp(2) / (exp(2) + 3) for w in softmax(s))", false);
  require_shown("exists x in 1..5: x * x = 7", false);
  require_shown("exists x in reals from 0 to 1: x * x - x > 1", false);
  require_shown("parts { a: forall x in reals: x = x; b: forall n in naturals from 0: n != 3; }", false);
  require_shown("forall eps in reals where eps > 0: exists n in 1..50: 1 / n < eps", false);
  // Roots that are no elements are none: x = 1 and y = 0 is no counterexample to either, x = 2 and y = 1 is to the
  // first.
  require_shown("forall x in naturals from 1: forall y in naturals from 1: x^2 != 3 * y^2 + 1", false);
  require_only_supported("forall x in naturals from 1: forall y in naturals from 1: x^2 != 61 * y^2 + 1");
}

TEST_CASE("attack: what is true on complete evidence is met whole") {
  require_shown("forall p in permutations(3): sum(p[i] for i in 1..3) = 6", true);
  require_shown("forall x in reals from 0 to 4: x^3 - 3 * x + 3 > 0", true);
  require_shown("forall x in reals from 0 to 1: forall y in reals from 0 to 1: x * y - x - y > -5/4", true);
  require_shown("exists n in naturals from 1: n * n = 49", true);
  require_shown("forall x in reals: x^2 - x + 1/4 >= 0", true);
  require_shown("exists A in matrices(2, 2): A[1][2] - A[2][1] = 2", true);
  require_shown("forall n in 1..20: exists k in naturals from 0: 2 * k = n or 2 * k + 1 = n", true);
  require_shown("exists x in reals where x > 0: forall n in 1..20: x * n < 1", true);
  require_shown("forall x in vectors(2) from 0 to 1: exp(x[1]) + x[2] >= 1/2", true);
  require_shown("forall x in [] : 1 / x = 0", true);
  require_shown("exists n in naturals from 1: n > 100000000", true);
}

// What decides is the first derivative of the difference that is not 0 there (models.hpp).
TEST_CASE("attack: equality at an end of an interval, or between cells, is met by an order") {
  const std::string softcap = "forall x in reals from 0 to 1: 50 * (1 - 2 / (exp(x / 25) + 1)) ";
  require_shown(softcap + "<= x", true);
  require_shown(softcap + "<= x - x^3 / 7600", true);
  require_shown("forall x in reals from -1 to 1: 1 + x <= exp(x)", true);
  require_shown("forall x in reals from -1 to 0: exp(x) >= 1 + x", true);
  require_shown("forall x in reals from 0 to 1: log(1 + x) <= x", true);
  require_shown("forall x in reals from 0 to 3: sqrt(1 + x) <= 1 + x / 2", true);
  require_shown("forall x in reals from 0 to 1/2: (1 + x)^(-2) >= 1 - 2 * x", true);
  require_shown("forall a in [1, 2, 3]: forall x in reals from 0 to 1: exp(a * x) >= 1 + a * x", true);
  require_shown("exists x in reals from 0 to 1: exp(x) < 1 + x", false);
  require_shown(softcap + "<= 99/100 * x", false);
  require_shown(softcap + "<= x - x^3 / 7400", false);
  require_shown(softcap + "< x", false);
  require_shown("forall x in reals from 0 to 1: exp(x) <= 1 + x + x^2 / 2", false);
  require_only_supported("forall x in reals from 0 to 1: sqrt(x) >= x");
}

// Where evidence is not complete the certificate says so, and where a statement has no value none is built.
TEST_CASE("attack: nothing is claimed beyond what was met") {
  require_only_supported("forall n in naturals from 1: 2^n > n");
  require_only_supported("forall x in reals: abs(x) >= x");
  CHECK_FALSE(attacked("forall n in naturals from 0: 1 / n > 0").found);
  CHECK_FALSE(attacked("1 / 0 = 1").found);
  CHECK_FALSE(attacked("forall v in values: v = v").found);
  CHECK_FALSE(attacked("exp(1) = exp(1)").found);
}

// Instances that were chosen after the witness may be those that it was fitted to.
TEST_CASE("attack: a witness that fails at other instances supports nothing", "[.long]") {
  for (const std::string formula :
       {"exists k in naturals from 1: forall n in naturals from 1: n^2 <= 50 * k",
        "exists c in reals: forall n in naturals from 1: n <= c",
        "exists c in reals: forall n in naturals from 1: forall x in reals from 0 to 1: n * x <= c",
        "exists a in 1..3: exists k in naturals from 1: forall n in naturals from 1: n <= a^5 * k"}) {
    INFO(formula);
    CHECK_FALSE(attacked(formula).found);
  }
  // Where a polynomial of the witness refutes each of them, that is shown.
  require_shown("exists k in naturals from 0: forall n in naturals from 0: k >= n", false);
  require_shown("exists a in 1..3: exists k in naturals from 1: forall n in naturals from 1: n <= a * k", false);
  const tests::Outcome held = attacked("exists k in naturals from 1: forall n in naturals from 1: 2^n >= k * n");
  CHECK(held.found);
  CHECK(held.goal);
  CHECK_FALSE(held.assumed.empty());
}

// A fold over a long range makes numbers as long as the range: without its price no budget would end such a search.
TEST_CASE("attack: great numbers cost steps") {
  for (const auto& [rounds, is_spent] : {std::pair("100", false), std::pair("3000", true)}) {
    const tests::ClaimFile file("statement printed = (fold w = 1/3 for i in 1.." + std::string(rounds) +
                                " then w * (2/3)) > 0;");
    const theory::LoadedClaim claim = file.load();
    const verify::attack::Compiled compiled(claim);
    const verify::attack::CompiledStatement& statement = compiled.statements().front();
    verify::attack::Machine machine;
    machine.steps = 100'000;
    machine.stack.resize(statement.frame + 64);
    machine.top = statement.frame;
    if (is_spent)
      CHECK_THROWS_AS(statement.formula.expression(machine), verify::attack::Spent);
    else
      CHECK(*statement.formula.expression(machine).boolean() == verify::attack::Truth::yes);
  }
}

TEST_CASE("attack: what has no value somewhere is told") {
  const auto told = [](const std::string& formula) {
    const tests::ClaimFile file("statement printed = " + formula + ";");
    const constructions::EngineCheck said = verify::attack::attack(file.load(), {.brief = true}).engine_checks.front();
    return !said.passed && said.detail.find("it has no value") != std::string::npos;
  };
  CHECK(told("forall x in reals: 1 / x != 0"));
  CHECK(told("forall n in naturals from 0: 1 / n >= 0"));
  CHECK_FALSE(told("forall x in reals where x > 0: 1 / x != 0"));
  CHECK_FALSE(told("exists x in [0, 1]: 1 / x = 1"));
  CHECK_FALSE(told("forall x in reals from -1 to 1: 1 / (2 + x^2) > 0"));
  // What a condition leaves open need not be an element: none has exp(x) > exp(x).
  CHECK_FALSE(told("forall x in 0..1 where exp(x + 1) > exp(x + 1): 1 / x > 0"));
}

TEST_CASE("attack: the instance without a value is named, and instances beside it support nothing") {
  const auto said = [](const std::string& formula) {
    const tests::ClaimFile file("statement printed = " + formula + ";");
    const constructions::Findings findings = verify::attack::attack(file.load(), {.brief = true});
    CHECK(findings.certificates.empty());
    return findings.engine_checks.front().detail;
  };
  CHECK(said("forall x in reals from -1 to 1: 1 / x != 0") ==
        "at x = 0 it has no value (division by 0), so that it is not true");
  CHECK(said("forall n in naturals from 0: forall x in vectors(n): len(x) = n and 1 / (n - 3) < 5")
            .find("at n = 3, x = [0, 0, 0] it has no value") == 0);
  CHECK(said("1 / 0 = 1") == "it has no value (division by 0), so that it is not true");
}

TEST_CASE("attack: what stayed undecided is counted") {
  const auto said = [](const std::string& formula) {
    const tests::ClaimFile file("statement printed = " + formula + ";");
    return verify::attack::attack(file.load(), {.brief = true}).engine_checks.front().detail;
  };
  // Equal at every x: no enclosure tells.
  const std::string open = said("forall x in reals where x > 0: exp(x + 1) <= exp(1 + x)");
  CHECK(open.find(" of them undecided: tried were ") != std::string::npos);
  CHECK(open.find(" that stayed undecided; ") != std::string::npos);
  CHECK(open.find(" random ones, ") != std::string::npos);
  const std::string decided = said("forall x in reals: abs(x) >= x");
  CHECK(decided.find("no counterexample in ") == 0);
  CHECK(decided.find("undecided") == std::string::npos);
}

TEST_CASE("attack: the counterexample is the smallest in the order of the search") {
  const tests::ClaimFile file(
      "statement printed = forall n in naturals from 1: forall x in vectors(n): n < 2 or x[1] < 1;");
  const theory::LoadedClaim claim = file.load();
  const auto certificates = verify::attack::attack(claim, {}).certificates;
  REQUIRE(certificates.size() == 1);
  CHECK(certificates.front().steps.to_json().find(R"("value": "2")") != std::string::npos);
  CHECK(certificates.front().steps.to_json().find(R"(["1", "0"])") != std::string::npos);
}
