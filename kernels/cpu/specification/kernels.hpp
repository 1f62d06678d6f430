// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/attest_kernel.h"

namespace attest::kernels {

/// The specification as a program: every operation for float64, float32, bfloat16 and float16 (sums in float32 for the
/// last three), row by row as attest_kernel.h says it, on any machine. Readable, not fast.
std::span<const attest_kernel> specification_kernels();

}  // namespace attest::kernels
