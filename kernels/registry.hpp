// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "kernels/attest_gradient_kernel.h"

namespace attest::kernels {

/// Every kernel that was compiled in, also those that this machine cannot run, in the order of preference: for each
/// operation and dtype the fastest first, the scalar specification last.
std::span<const attest_kernel> all_kernels();

/// The same of backward kernels.
std::span<const attest_gradient_kernel> all_gradient_kernels();

/// The kernel of this name, or null.
const attest_kernel* find_kernel(std::string_view name);

/// The kernel that runs a problem: the first of all_kernels() that this machine can run and that supports it; or the
/// one whose name is `forced`, unless that is empty. Null, and the reason in `why`, if there is none; a forced kernel
/// is never replaced.
const attest_kernel* select_kernel(const attest_problem& problem, std::string_view forced, std::string& why);

/// scratch, run. The status of run, with its message in `why`.
attest_status run_kernel(const attest_kernel& kernel, const attest_problem& problem, int threads, std::string& why);

/// select_kernel, run_kernel. The status of run, with its message in `why`; ran names the kernel that ran.
attest_status run_problem(const attest_problem& problem, std::string_view forced, int threads, std::string& why,
                          std::string* ran = nullptr);

}  // namespace attest::kernels
