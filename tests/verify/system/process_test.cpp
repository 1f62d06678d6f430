// SPDX-License-Identifier: Apache-2.0
#include "verify/system/process.hpp"

#include <catch2/catch.hpp>
#include <csignal>

using namespace attest::verify::system;

TEST_CASE("a program's exit code and both of its streams come back") {
  const auto result = run_process({"/bin/sh", "-c", "echo out; echo err >&2; exit 7"});
  REQUIRE(result);
  CHECK(result->exit_code == 7);
  CHECK(result->signal == 0);
  CHECK_FALSE(result->timed_out);
  CHECK(result->output == "out\n");
  CHECK(result->errors == "err\n");
}

TEST_CASE("arguments are no shell's") {
  const auto result = run_process({"printf", "%s|", "a b", "$HOME", ";", ""});
  REQUIRE(result);
  CHECK(result->output == "a b|$HOME|;||");
}

TEST_CASE("a program that cannot be started is none") {
  CHECK_FALSE(run_process({"/no/such/program"}));
  CHECK_FALSE(run_process({"attest-no-such-program"}));
}

TEST_CASE("a signal is told apart from an exit code") {
  const auto result = run_process({"/bin/sh", "-c", "kill -SEGV $$"});
  REQUIRE(result);
  CHECK(result->signal == SIGSEGV);
  CHECK(result->exit_code == 128 + SIGSEGV);
}

TEST_CASE("a program is ended when its time is up, with the children that it left") {
  ProcessOptions options;
  options.limit = std::chrono::milliseconds(200);
  // The child of the shell holds the pipes open.
  const auto result = run_process({"/bin/sh", "-c", "sleep 60 & echo begun; wait"}, options);
  REQUIRE(result);
  CHECK(result->timed_out);
  CHECK(result->output == "begun\n");
}

TEST_CASE("of what a program writes no more is kept than was asked for, and both streams may be long") {
  ProcessOptions options;
  options.most_output = 1000;
  const auto result = run_process(
      {"/bin/sh", "-c", "i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo 0123456789 >&2; i=$((i+1)); done"},
      options);
  REQUIRE(result);
  CHECK(result->exit_code == 0);
  CHECK(result->output.size() == 1000);
  CHECK(result->errors.size() == 1000);
}
