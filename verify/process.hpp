// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attest::verify {

/// What a program that ran to its end left behind.
struct ProcessResult {
  int exit_code = -1;  ///< 128 + signal if a signal ended it
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
};

/// Runs a program without a shell, with no standard input, and waits for it. arguments[0] is the program, looked up in
/// PATH if it has no slash. Nothing if it could not be started.
std::optional<ProcessResult> run_process(const std::vector<std::string>& arguments);

}  // namespace attest::verify
