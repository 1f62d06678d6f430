// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/attention.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/products_simt.cuh"

namespace attest::cuda {

attest_status enqueue_simt(const attest_problem& p, cudaStream_t stream, attest_message why) {
  return p.value_width <= 64 ? enqueue_attention<SimtProducts<64>>(p, stream, why)
                             : enqueue_attention<SimtProducts<128>>(p, stream, why);
}

bool has_code_for_device() {
  cudaFuncAttributes attributes{};
  const bool found = cudaFuncGetAttributes(&attributes, attention_kernel<SimtProducts<64>>) == cudaSuccess;
  if (!found) cudaGetLastError();
  return found;
}

}  // namespace attest::cuda
