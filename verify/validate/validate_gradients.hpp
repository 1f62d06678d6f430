// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/instances/gradients.hpp"
#include "verify/validate/validate.hpp"

namespace attest::verify::validate {

/// Judges gradients that are there, as validate_outputs does a forward kernel's output (docs/numerics/gradients.md).
Validation validate_gradients(const instances::GradientInstance& instance, const instances::Gradients& computed,
                              const std::optional<attest_error_class>& stated, const ErrorSettings& settings,
                              const judge::JudgeOptions& options);

/// Runs a backward kernel and judges what it computed. InputError as run_gradient_kernel.
Validation validate_gradient_kernel(const std::filesystem::path& library, const sandbox::KernelInfo& kernel,
                                    const instances::GradientInstance& instance, const ErrorSettings& settings,
                                    const sandbox::RunOptions& run, const judge::JudgeOptions& options);

}  // namespace attest::verify::validate
