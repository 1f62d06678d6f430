// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/device.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda {

/// Calls use(Products<columns>) for the least number of value columns that holds value_width, 256 for more.
/// Few instantiations are compiled unless ATTEST_CUDA_ALL_WIDTHS is defined: a width then runs in the next greater
/// tile.
template <template <int> class Products, class Use>
auto with_columns(std::int64_t value_width, Use use) {
#if defined(ATTEST_CUDA_ALL_WIDTHS)
  if (value_width <= 32) return use.template operator()<Products<32>>();
#endif
  if (value_width <= 64) return use.template operator()<Products<64>>();
#if defined(ATTEST_CUDA_ALL_WIDTHS)
  if (value_width <= 96) return use.template operator()<Products<96>>();
#endif
  if (value_width <= 128) return use.template operator()<Products<128>>();
  return use.template operator()<Products<256>>();
}

template <class Products>
attest_status enqueue_attention(const attest_problem& p, cudaStream_t stream, attest_message why) {
  const std::int64_t blocks = blocks_of(p, Products::kQueries, Products::kValueColumns);
  if (blocks == 0) return ATTEST_OK;
  if (blocks > 0x7fffffff)
    return kernels::refuse(why, ATTEST_UNSUPPORTED, "batches * heads * queries: a launch has at most 2^31 - 1 blocks");
  const std::size_t bytes = shared_bytes_of<Products>(p);
  const attest_status status =
      check(cudaFuncSetAttribute(attention_kernel<Products>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(bytes)),
            "asking for shared memory", why);
  if (status != ATTEST_OK) return status;
  return check(launch(attention_kernel<Products>, dim3(static_cast<unsigned>(blocks)), dim3(Products::kThreads), bytes,
                      stream, p, products_bytes_of<Products>(p)),
               "launching the kernel", why);
}

}  // namespace attest::cuda
