// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/bfloat16/attend.hpp"

namespace attest::kernels::bfloat16 {
namespace {

/// The engine of an instruction set without products of pairs: inputs widened to float32, sums of rows x words
/// registers.
template <typename Format, int rows, int words>
constexpr Engine widened_engine() {
  using Products = RegisterProducts<Widened<Format>, WideStep, rows, words>;
  return make_engine<QueryBlock<Products, Format, 48, 256>, Products>();
}

}  // namespace
}  // namespace attest::kernels::bfloat16
