// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/kernels/faults/fault.hpp"
#include "verify/instances/menu.hpp"

namespace attest::faults {

/// The inputs of `attest kernels validate` before it had a menu: every generator at one shape, and `random` with the
/// other kinds of terms and masks.
std::vector<verify::instances::MenuCase> one_shape(attest_operation operation, attest_dtype dtype);
/// What it generates by default for a kernel, without the inputs of one_shape: the kinds of numbers at 2, 6 and 391
/// keys, the covering design, the probes. Quick: without the longer ones.
std::vector<verify::instances::MenuCase> menu_inputs(attest_operation operation, attest_dtype dtype,
                                                     verify::instances::Effort effort);

/// The first of the inputs, those of least work before others, on which an element of the kernel with this fault is
/// outside its bound.
std::optional<verify::instances::MenuCase> finds(const std::vector<verify::instances::MenuCase>& inputs, Fault fault);

/// "keys 129, ...": what a case is.
std::string words(const verify::instances::MenuCase& input);

}  // namespace attest::faults
