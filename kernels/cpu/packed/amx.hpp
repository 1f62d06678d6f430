// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cpu/packed/attend.hpp"
#include "kernels/cpu/packed/tile_products.hpp"

namespace attest::kernels::packed {
/// The AMX kernel over tiles: those of the processor, or in a test a model of them.
template <class V, typename Tiles>
constexpr Engine make_tile_engine() {
  using Products = TileProducts<V, Tiles>;
  return make_engine<QueryBlock<Products, BFloat16, 32, 256>, Products>();
}

}  // namespace attest::kernels::packed
