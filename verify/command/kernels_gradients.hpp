// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/command/kernels_input.hpp"
#include "verify/validate/validate.hpp"

namespace attest::verify::command {

/// What `attest kernels validate --gradients` is told.
struct GradientsOptions {
  const KernelInputs& inputs;
  std::string kernel, library;
  const validate::ErrorSettings& error;
  const sandbox::RunOptions& run;
  const judge::JudgeOptions& judge;
  bool json = false, threads_are_said = false, strict = false;
  std::string report, shrink;
};

/// Backward kernels, or what one computed. The exit code.
int validate_gradients_command(const GradientsOptions& options);

}  // namespace attest::verify::command
