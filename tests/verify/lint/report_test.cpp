// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <sstream>

#include "tests/verify/lint/linted.hpp"
#include "theory/statement/print.hpp"
#include "verify/lint/variants.hpp"
#include "verify/lint/written.hpp"

using namespace attest;
using verify::lint::StatementReport;

namespace {

StatementReport report_of(const std::string& items) { return tests::LintClaim(items).report(); }

const char* const kSharp =
    "statement printed = forall n in naturals from 2: forall x in reals where x > 1: x^n > x or not (x < 3);";

}  // namespace

TEST_CASE("lint: hypotheses, with an element that meets them and what becomes of the statement without each") {
  const StatementReport report = report_of("statement printed = forall x in reals where x > 2 and x != 5: x^2 > 4;");
  CHECK(report.satisfied_by.starts_with("x = "));
  REQUIRE(report.hypotheses.size() == 2);
  CHECK(report.hypotheses[0].text == "x > 2");
  CHECK(report.hypotheses[0].without == "refuted");
  CHECK(report.hypotheses[0].at == "x = 0");
  CHECK(report.hypotheses[1].text == "x != 5");
  CHECK(report.hypotheses[1].without != "refuted");
  CHECK(tests::kinds_of(report).contains("not-needed"));
}

TEST_CASE("lint: slips in a sharp statement are noticed, in a loose one not") {
  const StatementReport sharp =
      report_of("statement printed = forall n in 1..8: sum(i for i in 1..n) = n * (n + 1) / 2;");
  CHECK(sharp.slips >= 8);
  CHECK(sharp.noticed >= sharp.slips - 2);  // <= for =, and a sum from 0
  const StatementReport loose = report_of("statement printed = forall n in 1..8: sum(i for i in 1..n) < 1000 * n;");
  CHECK(loose.noticed * 3 < loose.slips);
}

TEST_CASE("lint: sizes at which nothing is noticed") {
  const StatementReport report =
      report_of("statement printed = forall n in naturals from 0: forall i in 1..n: i * i + n >= 2 * i;");
  CHECK(report.trivial_sizes == std::vector<std::int64_t>{0});
}

TEST_CASE("lint: the same twice, and nothing of a statement in order") {
  std::ostringstream first, second;
  for (std::ostringstream* out : {&first, &second})
    *out << verify::lint::to_json({{"test", {report_of(kSharp)}, true}}).dump();
  CHECK(first.str() == second.str());
  const StatementReport report =
      report_of("statement printed = forall x in reals: forall y in reals: (x + y)^2 = x^2 + 2 * x * y + y^2;");
  CHECK(report.findings.empty());
}

TEST_CASE("lint: undefined inside `exists` is no harm where another element serves") {
  CHECK_FALSE(tests::kinds_of(report_of("statement printed = exists x in reals: 1 / x = 2;")).contains("undefined"));
  CHECK(tests::kinds_of(report_of("statement printed = forall x in reals: 1 / x != 2;")).contains("undefined"));
}

TEST_CASE("a syntax tree printed and read again is the same") {
  for (const char* formula :
       {"forall x in reals from 0 to 1 where x > 0: -x^2 + (-x)^2 - (x - (1 - x)) / (2 * x) * 3 >= 0 or not (x = 1 and "
        "x < 2)",
        "exists A in matrices(2, 3): forall v in vectors(3) from -1 to 1: A[1][2] + v[1] = (let t = 3 in t) ++ [1..3, "
        "{a: 1}.a]",
        "forall n in naturals from 1: forall k in (if n > 2 then 1..n else []): not not (1 < n <= 3) and all(i mod 2 = "
        "0 for i in 1..n, j in 1..i if j != i)",
        "parts { a: forall v in values: is_list(v); b: (fold s = 0 for i in 1..3 then s + i) = 6 and 2^-1 = 1 / 2; }",
        "forall s in [\"a\", \"b\"]: max([len(x) for x in [[1], [2, 3]]]) div 2 = 1 and (1..2)[1] = 1 and (-2)^3^1 < "
        "0"}) {
    INFO(formula);
    const tests::LintClaim claim("statement printed = " + std::string(formula) + ";");
    const std::string once = theory::syntax::text_of(*claim.claim.statements.front().formula);
    const tests::LintClaim again("statement printed = " + once + ";");
    CHECK(theory::syntax::text_of(*again.claim.statements.front().formula) == once);
    CHECK(once.size() <= std::string(formula).size());
  }
}

TEST_CASE("lint: what is written says what was found") {
  const StatementReport report = report_of("statement printed = forall x in reals where x > 2 and x < 1: x = 5;");
  const auto json = verify::lint::to_json({{"test", {report}, true}});
  CHECK(json["schema"] == "attest.lint/1");
  CHECK(json["claims"][0]["statements"][0]["findings"][0]["kind"] == "vacuous");
  std::ostringstream text;
  verify::lint::print({"test", {report}, true}, false, text);
  CHECK(text.str().find("defect: vacuous") != std::string::npos);
}
