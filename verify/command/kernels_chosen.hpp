// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "verify/sandbox/kernel_run.hpp"
#include "verify/validate/validate.hpp"

namespace attest::verify::command {

/// Those of `kernels` that --kernel names; "all" and "" mean every one. InputError for a name that is none's, with the
/// names that there are, and for a kernel whose class, with the user's constants, is one that no bound is derived from;
/// `library` is the place, "" for our own.
std::vector<sandbox::KernelInfo> chosen(const std::vector<sandbox::KernelInfo>& kernels, const std::string& name,
                                        const std::string& library, const validate::ErrorSettings& settings);

}  // namespace attest::verify::command
