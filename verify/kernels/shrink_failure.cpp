// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "verify/kernels/shrink.hpp"
#include "verify/kernels/validate.hpp"
#include "verify/progress.hpp"

namespace attest::verify {

std::optional<Instance> shrink_failure(const std::filesystem::path& library, const KernelInfo& kernel,
                                       const Instance& instance, Outcome outcome, const ErrorSettings& settings,
                                       RunOptions run, const JudgeOptions& options) {
  using Clock = std::chrono::steady_clock;
  const auto fails = [&](const Instance& smaller) {
    return !interrupted() && validate_kernel(library, kernel, smaller, settings, run, options).outcome == outcome;
  };
  const Clock::time_point start = Clock::now();
  if (!fails(instance)) return std::nullopt;
  // What took so long once takes no longer on less; so a kernel that hangs does not hang for a minute each time.
  const auto once = std::max<Clock::duration>(Clock::now() - start, std::chrono::milliseconds(10));
  run.limit = std::min<std::chrono::milliseconds>(
      run.limit, std::chrono::duration_cast<std::chrono::milliseconds>(4 * once) + std::chrono::seconds(1));
  const auto runs = std::clamp<std::int64_t>(std::chrono::minutes(1) / once, 20, 2000);
  return shrink(instance, fails, static_cast<int>(runs)).instance;
}

}  // namespace attest::verify
