// SPDX-License-Identifier: Apache-2.0
#include "kernels/simd/avx512.hpp"

#include "kernels/positional/instructions.hpp"

namespace attest::kernels::positional {

constinit const Instructions<float> avx512_float32 = instructions<avx512::Float32>();
constinit const Instructions<double> avx512_float64 = instructions<avx512::Float64>();

}  // namespace attest::kernels::positional
