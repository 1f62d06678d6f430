// SPDX-License-Identifier: Apache-2.0
#include "kernels/simd/avx512bf16.hpp"

#include "kernels/bfloat16/attend.hpp"
#include "kernels/bfloat16/engines.hpp"

namespace attest::kernels::bfloat16 {

using V = avx512bf16::Float32;
// 24 sums in registers, 4 words of the right operand and 1 of the left.
using PairProducts = RegisterProducts<Pairs<V>, PairStep<V>, 6, 4>;
using PairBlock = QueryBlock<PairProducts, BFloat16, 24, 512>;

constinit const Engine avx512bf16_engine = make_engine<PairBlock, PairProducts>();

}  // namespace attest::kernels::bfloat16
