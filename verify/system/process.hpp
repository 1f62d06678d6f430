// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace attest::verify::system {

/// What a program that ran to its end left behind.
struct ProcessResult {
  int exit_code = -1;      ///< 128 + signal if a signal ended it
  int signal = 0;          ///< the signal that ended it, or 0
  bool timed_out = false;  ///< it was ended because its time was up, or the user interrupted
  std::string output;      ///< standard output
  std::string errors;      ///< standard error
};

struct ProcessOptions {
  /// With a limit the program is the head of a process group of its own, and what is left of the group is ended with
  /// it.
  std::optional<std::chrono::milliseconds> limit;
  int descriptor = -1;  ///< of ours, which the program has as descriptor 3
  std::size_t most_output = std::numeric_limits<std::size_t>::max();  ///< bytes of each stream that are kept
};

/// The program is killed when ours ends, however it ends.
/// Runs a program without a shell, with no standard input, and waits for it. arguments[0] is the program, looked up in
/// PATH if it has no slash. Nothing if it could not be started.
std::optional<ProcessResult> run_process(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

/// The command as it is typed in a shell.
std::string as_typed(const std::vector<std::string>& command);

}  // namespace attest::verify::system
