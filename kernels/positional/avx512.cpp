// SPDX-License-Identifier: Apache-2.0
#define ATTEST_ISA avx512
#define ATTEST_VECTOR_BYTES 64
#include "kernels/positional/instructions.hpp"

namespace attest::kernels::positional {

const Instructions<float> avx512_float32 = avx512::instructions<float>();
const Instructions<double> avx512_float64 = avx512::instructions<double>();

}  // namespace attest::kernels::positional
