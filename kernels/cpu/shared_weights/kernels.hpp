// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/attest_kernel.h"

namespace attest::kernels {

/// Positional Attention (Back de Luca et al., "Positional Attention: Expressivity and Learnability of Algorithmic
/// Computation", eq. 3): A is made of positions, so it is computed once a head and applied to all batches.
///   positional_<float32 or float64>_<avx512 or avx2>: any B, C and mask that are the same for all batches;
///   positional_<float32 or float64>_fft: scores b_{i-j} and factors c_{i-j}, no mask or a causal one, by Fourier
///   transforms in O(n log n) where these are faster and accurate, with the direct kernels' parts elsewhere. Its
///   bound is by norms; the float64 one is taken only when it is asked for by name.
std::span<const attest_kernel> shared_weights_kernels();

}  // namespace attest::kernels
