// SPDX-License-Identifier: Apache-2.0
#include "verify/run/checkers.hpp"

#include <catch2/catch.hpp>

using attest::verify::results::CheckerReport;
using attest::verify::run::read_checker_output;

TEST_CASE("a checker's answer is read field by field") {
  const CheckerReport report =
      read_checker_output("attest-check",
                          R"({"outcome": "Accepted", "reason": "", "evaluated": "12", "precision": "256",
          "assumed": [{"kind": "range", "variable": "n", "from": "2", "to": "6"}],
          "covered": [{"rule": "exhaustive", "variable": "p", "count": "720"}]})",
                          "");
  CHECK(report.checker == "attest-check");
  CHECK(report.outcome == "Accepted");
  CHECK(report.evaluated == "12");
  CHECK(report.precision == "256");
  REQUIRE(report.assumed.size() == 1);
  CHECK(report.assumed[0].kind == "range");
  CHECK(report.assumed[0].to == "6");
  REQUIRE(report.covered.size() == 1);
  CHECK(report.covered[0].kind == "exhaustive");
  CHECK(report.covered[0].count == "720");
}

TEST_CASE("what is no answer is not run, with what was said instead") {
  for (const char* output :
       {"", "Accepted", "[]", "{\"outcome\": \"Accepted\"", "{\"result\": \"Accepted\"}", "null"}) {
    CAPTURE(output);
    const CheckerReport report =
        read_checker_output("second checker (Python)", output, "Traceback: no such file\nmore");
    CHECK(report.outcome == "not run");
    CHECK(report.reason == "no answer: Traceback: no such file");
  }
  // An outcome of another type is no word, and so no evidence.
  CHECK(read_checker_output("attest-check", "{\"outcome\": true}", "").outcome.empty());
}
