// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/bfloat16/attend.hpp"
#include "kernels/bfloat16/tile_products.hpp"

namespace attest::kernels::bfloat16 {
/// The AMX kernel over tiles: those of the processor, or in a test a model of them.
template <class V, typename Tiles>
constexpr Engine make_tile_engine() {
  using Products = TileProducts<V, Tiles>;
  return make_engine<QueryBlock<Products, BFloat16, 32, 256>, Products>();
}

}  // namespace attest::kernels::bfloat16
