// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/replay.hpp"

#include "verify/instances/instance_file.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::validate {

using instances::Instance;
using instances::to_file;
using judge::JudgeOptions;
using sandbox::KernelInfo;
using sandbox::RunOptions;
using system::write_file;

namespace {

/// A word of a shell's command line.
std::string quoted(const std::string& word) {
  const bool plain = word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+^,") ==
                     std::string::npos;
  if (plain && !word.empty()) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string replay_command(const std::filesystem::path& file, const std::filesystem::path& library,
                           const KernelInfo& kernel, const ErrorSettings& settings, const std::string& more) {
  std::string command = "attest kernels validate " + more + quoted(file.string());
  if (!library.empty()) command += " --library " + quoted(library.string());
  command += " --kernel " + quoted(kernel.name);
  for (const std::string& constant : settings.constants) command += " --error " + quoted(constant);
  return command;
}

Replay write_replay(const std::filesystem::path& folder, const std::filesystem::path& library, const KernelInfo& kernel,
                    const Instance& instance, const Validation& failure, const ErrorSettings& settings,
                    const RunOptions& run, const JudgeOptions& judge, const ReplayOptions& options) {
  const auto end = std::chrono::steady_clock::now() + options.limit;
  Replay replay;
  replay.failure = failure;
  bool in_time = true;
  const auto fails = [&](const Instance& candidate) {
    in_time = in_time && std::chrono::steady_clock::now() < end && !options.stopped();
    if (!in_time) return false;
    Validation validation = validate_kernel(library, kernel, candidate, settings, run, judge);
    // A kernel that finished wrong and one that crashed have other faults.
    if (validation.outcome != failure.outcome || validation.why.empty() != failure.why.empty()) return false;
    replay.failure = std::move(validation);
    return true;
  };
  const Shrunk shrunk = shrink(instance, fails, options.most_runs);
  replay.runs = shrunk.runs;
  replay.finished = shrunk.finished && in_time;
  replay.file = folder / (kernel.name + ".safetensors");
  write_file(replay.file, to_file(shrunk.instance));
  replay.command = replay_command(replay.file, library, kernel, settings, "");
  return replay;
}

}  // namespace attest::verify::validate
