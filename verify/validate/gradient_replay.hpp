// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/validate/replay.hpp"

namespace attest::verify::validate {

/// write_replay of a backward kernel: the file holds grad_output besides, the command has --gradients.
Replay write_gradient_replay(const std::filesystem::path& folder, const std::filesystem::path& library,
                             const sandbox::KernelInfo& kernel, const instances::GradientInstance& instance,
                             const Validation& failure, const ErrorSettings& settings, const sandbox::RunOptions& run,
                             const judge::JudgeOptions& judge, const ReplayOptions& options = {});

}  // namespace attest::verify::validate
