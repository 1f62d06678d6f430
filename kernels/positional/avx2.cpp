// SPDX-License-Identifier: Apache-2.0
#define ATTEST_ISA avx2
#define ATTEST_VECTOR_BYTES 32
#include "kernels/positional/instructions.hpp"

namespace attest::kernels::positional {

const Instructions<float> avx2_float32 = avx2::instructions<float>();
const Instructions<double> avx2_float64 = avx2::instructions<double>();

}  // namespace attest::kernels::positional
