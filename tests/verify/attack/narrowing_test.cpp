// SPDX-License-Identifier: Apache-2.0
// Instances by needed narrowing: what a `where` asks for is generated, the plainest first.
#include <catch2/catch.hpp>

#include "tests/verify/attack/attacked.hpp"
#include "theory/certificate/value.hpp"

using namespace attest;

namespace {

struct Refuted {
  bool refuted = false;
  std::string steps, said;
};

Refuted refuted(const std::string& statements) {
  const tests::ClaimFile file(statements);
  const theory::LoadedClaim claim = file.load();
  const constructions::Findings findings = verify::attack::attack(claim, {});
  Refuted result;
  for (const theory::Certificate& certificate : findings.certificates) {
    const checker::Result checked = tests::decided(claim, certificate);
    INFO(statements << ": " << checked.reason << "\n" << certificate.steps.to_json());
    CHECK(checked.outcome == checker::Outcome::kAccepted);
    result.refuted = !certificate.goal;
    result.steps = certificate.steps.to_json();
  }
  result.said = findings.engine_checks.front().detail;
  return result;
}

void require_at(const std::string& statements, const std::vector<std::string>& values) {
  INFO(statements);
  const Refuted found = refuted(statements);
  REQUIRE(found.refuted);
  for (const std::string& value : values) {
    INFO(found.steps);
    CHECK(found.steps.find(value) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("narrowing: records and lists are built from what their guard asks for") {
  require_at(
      "def is_head(h, n) = is_list(h.W) and len(h.W) = n and all(is_list(r) and len(r) = 2 and all(is_number(e) for e "
      "in r) for r in h.W) and (h.kind = \"soft\" or h.kind = \"hard\");\n"
      "statement printed = forall n in naturals from 1: forall h in values where is_head(h, n): h.kind = \"soft\";",
      {R"({"W": [["0", "0"]], "kind": "hard"})"});
  require_at(
      "statement printed = forall t in values where is_list(t) and all(is_integer(e) and 2 <= e <= 7 for e in t): "
      "sum(e for e in t) != 14;",
      {R"(["2", "2", "3", "7"])"});
  require_at("statement printed = forall v in values where has(v, \"a\") and not has(v, \"b\"): v.a = 0;", {R"("a")"});
  require_at("statement printed = forall v in values where is_boolean(v): v;", {"false"});
}

TEST_CASE("narrowing: linear guards give their numbers, and so do squares") {
  require_at(
      "statement printed = forall p in vectors(3) where all(e >= 0 for e in p) and sum(e for e in p) = 1: "
      "p[1] + p[2] > 0;",
      {R"(["0", "0", "1"])"});
  require_at("statement printed = forall x in reals where 17/3 < x < 6: x > 40/7;", {R"("var": "x")"});
  require_at("statement printed = forall x in reals where 3 * x + 2 = 1001/7: x < 40;", {R"("47")"});
  require_at("statement printed = forall n in naturals from 1: n < 123456;", {R"("123456")"});
  require_at("statement printed = forall a in reals: forall b in reals where a^2 + b^2 = 1: abs(a) = 1 or abs(b) = 1;",
             {R"("3/5")", R"("4/5")"});
  require_at("statement printed = forall u in vectors(2) where abs(u[1] - u[2]) > 1: u[1] < u[2];", {R"("var": "u")"});
}

TEST_CASE("narrowing: what no number meets is not claimed") {
  CHECK_FALSE(refuted("statement printed = forall x in reals where x^2 = 2: x = 0;").refuted);
  CHECK_FALSE(refuted("statement printed = forall x in reals where x < 0 and x > 0: false;").refuted);
  CHECK_FALSE(refuted("statement printed = forall v in values where is_list(v) and is_record(v): false;").refuted);
  CHECK_FALSE(refuted("statement printed = forall v in values where v.a = 0 and v.a = \"x\": false;").refuted);
}

TEST_CASE("hunt: inside of what is asked for all, and with reals inside") {
  require_at(
      "statement printed = exists c in reals where c > 0: forall n in naturals from 1: log(n + 1) <= c * log(n);",
      {R"("polynomial", "var": "c")", R"("value": "1")"});
  require_at("statement printed = forall eps in reals where eps > 0: exists k in reals: 1 + k * (k * (1/3) - 1) < eps;",
             {R"("polynomial", "var": "k")"});
  require_at("statement printed = exists b in [0, 1]: forall x in vectors(2): x[1] + b <= x[2] + 1;",
             {R"("exhaustive", "var": "b")"});
}

TEST_CASE("hunt: says what was tried, and finds the same again") {
  const std::string statement = "statement printed = forall x in vectors(2): x[1] * x[2] != 6;";
  const Refuted first = refuted(statement), second = refuted(statement);
  REQUIRE(first.refuted);
  CHECK(first.steps == second.steps);
  CHECK(first.said == second.said);
  CHECK(first.said.find("every instance that costs less") != std::string::npos);
  const Refuted none = refuted("statement printed = forall x in vectors(2): x[1] * x[2] <= abs(x[1] * x[2]);");
  CHECK_FALSE(none.refuted);
  CHECK(none.said.find("no counterexample in ") == 0);
}
