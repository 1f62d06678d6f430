// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cpu/packed/attend.hpp"
#include "kernels/cpu/simd/joined.hpp"

namespace attest::kernels::packed {
/// The engine of an instruction set without products of pairs: inputs widened to float32, 24 sums in 32 registers, 6
/// (of two registers each) in 16.
template <class Own, typename Format>
constexpr Engine widened_engine() {
  using V = simd::Sixteen<Own>;
  constexpr bool many = V::registers >= 32;
  using Products = RegisterProducts<Widened<V, Format>, WideStep<V>, 6, many ? 4 : 1>;
  return make_engine<QueryBlock<Products, Format, 48, 256>, Products>();
}

}  // namespace attest::kernels::packed
