// SPDX-License-Identifier: Apache-2.0
#include "kernels/simd/avx2.hpp"

#include "kernels/positional/instructions.hpp"

namespace attest::kernels::positional {

constinit const Instructions<float> avx2_float32 = instructions<avx2::Float32>();
constinit const Instructions<double> avx2_float64 = instructions<avx2::Float64>();

}  // namespace attest::kernels::positional
