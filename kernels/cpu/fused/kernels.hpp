// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/attest_kernel.h"

namespace attest::kernels {

/// attention, rpe, urpe and hardmax in float32 and float64 for AVX-512 and AVX2, the wider first: one fused pass over
/// blocks of keys (task.hpp). Every problem of these operations; inputs are finite, also where a mask hides them, and
/// scale * log2(e) * |query| * |key| and its sums stay below the greatest number of the type. The list is empty where
/// the compiler's target is not x86-64.
std::span<const attest_kernel> fused_kernels();

}  // namespace attest::kernels
