// SPDX-License-Identifier: Apache-2.0
#include "kernels/bfloat16/attend.hpp"
#include "kernels/bfloat16/engines.hpp"

namespace attest::kernels::bfloat16 {

namespace {

template <typename Format>
using WideProducts = RegisterProducts<Widened<Format>, WideStep, 6, 4>;
template <typename Format>
using WideBlock = QueryBlock<WideProducts<Format>, Format, 48, 256>;

}  // namespace

constinit const Engine avx512_bfloat16_engine = make_engine<WideBlock<Bfloat16>, WideProducts<Bfloat16>>();
constinit const Engine avx512_float16_engine = make_engine<WideBlock<Binary16>, WideProducts<Binary16>>();

}  // namespace attest::kernels::bfloat16
