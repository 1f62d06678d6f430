// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

#include "verify/validate/shrink.hpp"
#include "verify/validate/validate.hpp"

namespace attest::verify::validate {

/// A failure made small, in a file of its own.
struct Replay {
  std::filesystem::path file;
  std::string command;  ///< one line that shows the failure again
  Validation failure;   ///< of the small instance
  int runs = 0;
  bool finished = false;  ///< no single step makes it smaller
};

struct ReplayOptions {
  int most_runs = 400;
  std::chrono::milliseconds limit{60'000};  ///< of all runs together: what has been reached then is taken
  std::function<bool()> stopped = [] { return false; };
};

/// Whether a kernel's failure can be made small: an element is outside, or the run failed.
inline bool is_failure(const Validation& validation) {
  return validation.outcome == Outcome::outside || validation.outcome == Outcome::failed;
}

/// Shrinks an instance on which validate_kernel found a failure, as long as the outcome stays the same, and writes it
/// to <folder>/<kernel>.safetensors. InputError if the file cannot be written, or as validate_kernel.
Replay write_replay(const std::filesystem::path& folder, const std::filesystem::path& library,
                    const sandbox::KernelInfo& kernel, const instances::Instance& instance, const Validation& failure,
                    const ErrorSettings& settings, const sandbox::RunOptions& run, const judge::JudgeOptions& judge,
                    const ReplayOptions& options = {});

/// The line that runs a kernel on a replay's file; `more` are flags before it.
std::string replay_command(const std::filesystem::path& file, const std::filesystem::path& library,
                           const sandbox::KernelInfo& kernel, const ErrorSettings& settings, const std::string& more);

}  // namespace attest::verify::validate
