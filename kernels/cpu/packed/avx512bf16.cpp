// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/packed/attend.hpp"
#include "kernels/cpu/simd/compiled.hpp"

namespace attest::kernels::packed {

using V = ATTEST_ISA::Float32;
// 24 sums in registers, 4 words of the right operand and 1 of the left.
using PairProducts = RegisterProducts<Pairs<V>, PairStep<V>, 6, 4>;
using PairBlock = QueryBlock<PairProducts, BFloat16, 24, 512>;

constinit const Engine ATTEST_ENGINE(bfloat16) = make_engine<PairBlock, PairProducts>();

}  // namespace attest::kernels::packed
