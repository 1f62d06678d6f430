// SPDX-License-Identifier: Apache-2.0
#include <cuda.h>
#include <cuda_runtime.h>

#include "kernels/cuda/hopper/tensor_map.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda::hopper {
namespace {

using EncodeTiled = decltype(&cuTensorMapEncodeTiled);

EncodeTiled find_encode() {
  constexpr unsigned kCuda12 = 12000;  // where it appeared
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, kCuda12, cudaEnableDefault, &found) !=
          cudaSuccess ||
      found != cudaDriverEntryPointSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  return reinterpret_cast<EncodeTiled>(function);
}

}  // namespace

attest_status encode(const TensorShape& shape, TensorMap& map, attest_message why) {
  static_assert(sizeof(TensorMap) == sizeof(CUtensorMap) && alignof(TensorMap) >= alignof(CUtensorMap));
  static const EncodeTiled encode_tiled = find_encode();
  if (encode_tiled == nullptr)
    return kernels::refuse(why, ATTEST_NO_DEVICE,
                           "the driver has no cuTensorMapEncodeTiled: expected CUDA 12 or later");
  const std::array<cuuint64_t, 4> sizes = {shape.sizes[0], shape.sizes[1], shape.sizes[2], shape.sizes[3]};
  const std::array<cuuint64_t, 3> strides = {shape.strides[0], shape.strides[1], shape.strides[2]};
  const std::array<cuuint32_t, 4> box = {shape.box[0], shape.box[1], 1, 1}, steps = {1, 1, 1, 1};
  const CUresult result = encode_tiled(reinterpret_cast<CUtensorMap*>(&map), CU_TENSOR_MAP_DATA_TYPE_UINT16, 4,
                                       const_cast<void*>(shape.data), sizes.data(), strides.data(), box.data(),
                                       steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE,
                                       shape.swizzle == 128 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B,
                                       CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result == CUDA_SUCCESS) return ATTEST_OK;
  return kernels::refuse(why, ATTEST_FAILED, "cuTensorMapEncodeTiled: error %d", static_cast<int>(result));
}

}  // namespace attest::cuda::hopper
