// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/instances/menu.hpp"

namespace attest::verify::instances {

/// The covering design for backward kernels: the factors of menu.hpp with fewer levels, since a gradient costs several
/// forward passes and its truth, in float64, multi-precision arithmetic. Every pair of levels once (quick: those cases
/// that take most).
Menu gradient_menu(const MenuQuestion& question, Effort effort);

/// The same with what came with ABI 2 of attest_kernel.h, for a kernel that takes these.
Menu gradient_extension_menu(const MenuQuestion& question, const MenuExtensions& taken, Effort effort);

/// What comes before it: every kind of number where the bound is sharpest. `plain` says all but the sizes.
std::vector<MenuCase> gradient_kinds(const Request& plain);

/// Beside the designs and cases_besides, some tiny problems: gradients that are one sum over three batches or ten
/// heads, parts that all batches and heads share, a window over 300 rows and a softcap that narrow formats round, where
/// these are taken. `plain` as above.
std::vector<MenuCase> gradient_besides(const MenuQuestion& question, const Request& plain, const MenuExtensions& taken);

}  // namespace attest::verify::instances
