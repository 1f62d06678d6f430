// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/gradient_replay.hpp"

#include "verify/instances/gradient_file.hpp"
#include "verify/system/files.hpp"
#include "verify/validate/validate_gradients.hpp"

namespace attest::verify::validate {

using instances::GradientInstance;
using sandbox::KernelInfo;

Replay write_gradient_replay(const std::filesystem::path& folder, const std::filesystem::path& library,
                             const KernelInfo& kernel, const GradientInstance& instance, const Validation& failure,
                             const ErrorSettings& settings, const sandbox::RunOptions& run,
                             const judge::JudgeOptions& judge, const ReplayOptions& options) {
  const auto end = std::chrono::steady_clock::now() + options.limit;
  Replay replay;
  replay.failure = failure;
  bool in_time = true;
  const auto fails = [&](const GradientInstance& candidate) {
    in_time = in_time && std::chrono::steady_clock::now() < end && !options.stopped();
    if (!in_time) return false;
    Validation validation = validate_gradient_kernel(library, kernel, candidate, settings, run, judge);
    // A kernel that finished wrong and one that crashed have other faults.
    if (validation.outcome != failure.outcome || validation.why.empty() != failure.why.empty()) return false;
    replay.failure = std::move(validation);
    return true;
  };
  const ShrunkGradient shrunk = shrink(instance, fails, options.most_runs);
  replay.runs = shrunk.runs;
  replay.finished = shrunk.finished && in_time;
  replay.file = folder / (kernel.name + ".safetensors");
  system::write_file(replay.file, to_file(shrunk.instance));
  replay.command = replay_command(replay.file, library, kernel, settings, "--gradients ");
  return replay;
}

}  // namespace attest::verify::validate
