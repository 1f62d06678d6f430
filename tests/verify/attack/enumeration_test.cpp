// SPDX-License-Identifier: Apache-2.0
// Nests of lists are gone through in their order, and what comes of it does not depend on how many threads do it.
#include <catch2/catch.hpp>

#include "tests/verify/attack/attacked.hpp"

using namespace attest;

namespace {

/// All that an attack hands over, as text.
std::string attacked_by(unsigned threads, const theory::LoadedClaim& claim) {
  const constructions::Findings findings = verify::attack::attack(claim, {.brief = true, .threads = threads});
  std::string text;
  for (const theory::Certificate& certificate : findings.certificates) {
    const checker::Result checked = tests::decided(claim, certificate);
    INFO(checked.text);
    CHECK(checked.outcome == checker::Outcome::kAccepted);
    text += certificate.statement + (certificate.goal ? " holds: " : " fails: ") + certificate.steps.to_json() + "\n";
  }
  for (const constructions::EngineCheck& check : findings.engine_checks)
    text += check.what + (check.passed ? ": " : " failed: ") + check.detail + "\n";
  return text;
}

std::string attacked(const std::string& statements) {
  INFO(statements);
  const tests::ClaimFile file(statements);
  const theory::LoadedClaim claim = file.load();
  std::string alone = attacked_by(1, claim);
  for (const unsigned threads : {2U, 5U}) {
    INFO(threads << " threads");
    CHECK(attacked_by(threads, claim) == alone);
  }
  return alone;
}

bool has(const std::string& text, const std::string& part) {
  UNSCOPED_INFO(text << "lacks " << part);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("enumeration: a late counterexample is the first one in the order of the lists") {
  // 611 * 677 = 413647 has these factors below 701 alone, in both orders.
  const std::string found = attacked("statement late = forall a in 1..700: forall b in 1..700: a * b != 413647;");
  CHECK(has(found, "late fails: "));
  CHECK(has(found, "\"value\": \"611\""));
  CHECK(has(found, "\"value\": \"677\""));
  CHECK(found.find("611") < found.find("677"));
  CHECK(has(found, ", the first one in the order of its lists"));
}

TEST_CASE("enumeration: what holds is met whole, by any number of threads") {
  CHECK(has(attacked("statement squares = forall a in 1..300: forall b in 1..300: (a + b)^2 >= 4 * a * b;"),
            "squares holds: "));
  CHECK(
      has(attacked("statement words = forall w in tuples([0, 1, 2], 9): sum(e^2 for e in w) <= 2 * sum(e for e in w);"),
          "words holds: "));
  CHECK(has(attacked("statement product = exists a in 1..600: exists b in 1..600: a * b = 359 * 593;"),
            "product holds: "));
  // Behind a quantifier without an end, with a condition, and with a list that depends on what is outside.
  attacked(
      "statement inside = forall n in naturals from 1: forall a in 1..90 * n where a mod n = 0: forall b in a..90 * n: "
      "a * b <= 8100 * n^2;");
}

TEST_CASE("enumeration: where a value is missing it is told, whoever came there") {
  const std::string told =
      attacked("statement quotient = forall a in 1..400: forall b in 1..400: 1 / (a * b - 391 * 397) < 2;");
  CHECK(has(told, "failed: at a = 391, b = 397 it has no value (division by 0), so that it is not true"));
}

TEST_CASE("enumeration: where the steps are spent the counts are the same") {
  const std::string spent =
      attacked("statement large = forall a in 1..100000: forall b in 1..100000: (a + b)^2 >= 4 * a * b;");
  CHECK(has(spent, "no counterexample in "));
}

TEST_CASE("enumeration: what is tried whole and too long to be met is told") {
  const std::string tried = attacked(
      "statement long = forall a in 1..500: forall b in 1..500: sum((a - i * b)^2 for i in 1..9) < 18000000 * 9;");
  CHECK(has(tried, "no counterexample in "));
  CHECK(has(tried, ": tried were all elements of its lists; "));
}

TEST_CASE("enumeration: several statements side by side help each other") {
  attacked(
      "statement first = forall a in 1..200: forall b in 1..200: a + b > 1;\n"
      "statement late = forall a in 1..700: forall b in 1..700: a * b != 413647;\n"
      "statement third = exists a in 1..300: exists b in 1..300: a * b = 283 * 293;\n");
}

TEST_CASE("enumeration: a condition that is open is no counterexample") {
  CHECK(attacked("statement open = forall a in 1..300: forall b in 1..300 where exp(a + b) > exp(b + a): a < 0;")
            .find("fails") == std::string::npos);
}
