// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/attention.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/products_mma.cuh"

namespace attest::cuda {
namespace {

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
