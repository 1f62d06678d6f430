// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/device.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda {

/// Puts attention_kernel<Products> on a stream.
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
