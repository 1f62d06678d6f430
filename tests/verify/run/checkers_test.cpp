// SPDX-License-Identifier: Apache-2.0
#include "verify/run/checkers.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;
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

TEST_CASE("a second checker that ends in the middle of several certificates is asked for each of the rest alone") {
  const fs::path source = fs::temp_directory_path() / ("attest_checkers_test." + std::to_string(getpid()));
  fs::create_directories(source / "verify/second");
  // Ends at "bad" without a word if that is one of several; answers with the certificate's name.
  std::ofstream(source / "verify/second/attest_check.py") << R"(import os, sys
names = sys.argv[3:]
for name in names:
    if name == "bad" and len(names) > 1:
        os.kill(os.getpid(), 9)
    print('{"outcome": "Accepted", "reason": "%s of %d"}' % (name, len(names)), flush=True)
)";
  const attest::verify::system::Places places{source, "attest-check"};
  std::vector<std::string> reasons;
  for (const CheckerReport& report :
       attest::verify::run::run_second_checker(places, "claim", std::vector<fs::path>{"one", "two", "bad", "three"}))
    reasons.push_back(report.reason);
  fs::remove_all(source);
  CHECK(reasons == std::vector<std::string>{"one of 4", "two of 4", "bad of 1", "three of 1"});
}
