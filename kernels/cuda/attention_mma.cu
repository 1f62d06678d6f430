// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/attention.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/products_mma.cuh"

namespace attest::cuda {
namespace {

/// Calls use.operator()<Products<columns>>() for the tile of value columns that a value width runs in: the least that
/// holds it, else the greatest. Few are compiled unless ATTEST_CUDA_ALL_WIDTHS is defined.
template <template <int> class Products, class Use>
auto with_columns(std::int64_t value_width, Use use) {
#if defined(ATTEST_CUDA_ALL_WIDTHS)
  if (value_width <= 32) return use.template operator()<Products<32>>();
  if (value_width > 64 && value_width <= 96) return use.template operator()<Products<96>>();
  if (value_width > 128) return use.template operator()<Products<256>>();
#endif
  if (value_width <= 64) return use.template operator()<Products<64>>();
  return use.template operator()<Products<128>>();
}

template <int columns>
using HalfProducts = MmaProducts<Half, columns>;
template <int columns>
using Bfloat16Products = MmaProducts<Bfloat16, columns>;
template <int columns>
using Tf32Products = MmaProducts<Tf32, columns>;

/// use(Products) for a problem's dtype and value width.
template <class Use>
auto with_products(const attest_problem& p, Use use) {
  if (p.dtype == ATTEST_FLOAT16) return with_columns<HalfProducts>(p.value_width, use);
  if (p.dtype == ATTEST_BFLOAT16) return with_columns<Bfloat16Products>(p.value_width, use);
  return with_columns<Tf32Products>(p.value_width, use);
}

}  // namespace

attest_status enqueue_mma(const attest_problem& p, cudaStream_t stream, attest_message why) {
  return with_products(p, [&]<class Products>() { return enqueue_attention<Products>(p, stream, why); });
}

bool mma_fits(const attest_problem& p) {
  const DeviceLimits limits = device_limits();
  return limits.capability >= 80 && with_products(p, [&]<class Products>() {
           return shared_bytes_of<Products>(p) <= static_cast<std::size_t>(limits.shared_bytes);
         });
}

}  // namespace attest::cuda
