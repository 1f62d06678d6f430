// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/packed/widened.hpp"
#include "kernels/cpu/simd/compiled.hpp"

namespace attest::kernels::packed {

constinit const Engine ATTEST_ENGINE(bfloat16) = widened_engine<ATTEST_ISA::Float32, BFloat16>();

}  // namespace attest::kernels::packed
