// SPDX-License-Identifier: Apache-2.0
// Both sides of what fails at a counterexample.
#include <catch2/catch.hpp>

#include "tests/verify/attack/attacked.hpp"
#include "verify/attack/words.hpp"

using namespace attest;
using Lines = std::vector<std::string>;

namespace {

/// The lines about a refuted statement `printed`; none where there is no exhibit.
Lines shown(const std::string& text) {
  const tests::ClaimFile file(text);
  const constructions::Findings findings = verify::attack::attack(file.load(), {.brief = true});
  REQUIRE_FALSE(findings.certificates.empty());
  CHECK_FALSE(findings.certificates.front().goal);
  if (findings.exhibits.empty()) return {};
  CHECK(findings.exhibits.front().by_engine);
  CHECK(findings.exhibits.front().title == "Both sides of the failing comparison, printed");
  return std::get<constructions::Exhibit::Text>(findings.exhibits.front().content).lines;
}

}  // namespace

TEST_CASE("sides: of a comparison, exactly and as decimals") {
  CHECK(shown("statement printed = forall n in naturals from 1: n / 3 < 1;") ==
        Lines{"n / 3 < 1 fails:", "  left:  n / 3 = 1", "  right: 1"});
  CHECK(shown("statement printed = 1 / 3 + 1 = 5 / 4;") ==
        Lines{"1 / 3 + 1 = 5 / 4 fails:", "  left:  1 / 3 + 1 = 4/3 = [1.33333333333 +/- 3.34e-12]",
              "  right: 5 / 4 = 5/4 = 1.25000000000"});
  const Lines irrational = shown("statement printed = exp(1) < 2;");
  REQUIRE(irrational.size() == 3);
  CHECK(irrational[1].find("  left:  exp(1) = [2.718281828") == 0);
}

TEST_CASE("sides: of the comparison that makes the whole false") {
  CHECK(shown("statement printed = 1 < 2 and (2 < 3 and 4 <= 3 and 1 / 0 = 1);").front() == "4 <= 3 fails:");
  CHECK(shown("statement printed = 1 < 2 < 2 < 3;").front() == "2 < 2 fails:");
  CHECK(shown("statement printed = not (1 < 2);").front() == "1 < 2 holds:");
  CHECK(shown("statement printed = if 1 < 2 then 3 < 3 else 1 = 1;").front() == "3 < 3 fails:");
  CHECK(shown("statement printed = let x = 5 in x < 4;")[1] == "  left:  x = 5");
  CHECK(shown("statement printed = parts { a: 1 = 1; b: forall n in 1..3: n < 3; };").front() == "n < 3 fails:");
  // All of what is joined by `or` fail.
  const Lines both = shown("statement printed = 1 > 2 or 2 > 3;");
  REQUIRE(both.size() == 6);
  CHECK(both[3] == "2 > 3 fails:");
}

TEST_CASE("sides: of the first element that fails, and inside of a definition") {
  const Lines element = shown("statement printed = all(i + j < 4 for i in 1..3, j in [0, 1, 2] if i != j);");
  REQUIRE(element.size() == 5);
  CHECK(element[0] == "i = 3, element 3 of 1..3");
  CHECK(element[1] == "j = 1, element 2 of [0, 1, 2]");
  CHECK(element[2] == "i + j < 4 fails:");
  const Lines defined = shown("def small(i, n) = i < n;\nstatement printed = forall n in 1..3: small(n + 1, n);");
  REQUIRE(defined.size() == 5);
  CHECK(defined[0] == "i = n + 1, in small");
  CHECK(defined[3] == "  left:  i = 2");
}

TEST_CASE("sides: nothing where many instances refute, or nothing is compared") {
  CHECK(shown("statement printed = exists n in 1..3: n > 3;").empty());
  CHECK(shown("statement printed = forall n in 1..3: is_symbol(n);").empty());
  CHECK(shown("statement printed = false;").empty());
}

TEST_CASE("words: numbers as people write them") {
  CHECK(verify::attack::counted(999) == "999");
  CHECK(verify::attack::counted(41000) == "41,000");
  CHECK(verify::attack::counted(1234567) == "1,234,567");
}
