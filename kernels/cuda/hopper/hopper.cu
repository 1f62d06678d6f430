// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/cuda/device_problem.hpp"
#include "kernels/cuda/hopper/hopper.hpp"
#include "kernels/cuda/hopper/launch.cuh"

namespace attest::cuda::hopper {
namespace {

constexpr std::int64_t kMostColumns = 256;

/// Tells whether this library's code for the device has the kernels' instructions, without a launch: compiled for sm_90
/// instead of sm_90a, or for another architecture, the kernels are empty, and so is this one, which never runs.
constexpr std::size_t kProbeBytes = 64;
__global__ void probe() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  __shared__ volatile char bytes[kProbeBytes];
  bytes[threadIdx.x] = 0;
#endif
}

bool is_float(double x) { return std::isfinite(static_cast<float>(x * kLog2EDouble)); }

attest_status check_tensor(const char* name, const attest_tensor& t, const attest_problem& p, std::int64_t rows,
                           std::int64_t columns, attest_message why) {
  constexpr std::int64_t kStep = 8;                     // elements: 16 bytes
  constexpr std::int64_t kEnd = std::int64_t{1} << 39;  // elements: 2^40 bytes
  const struct {
    const char* axis;
    std::int64_t length, stride, least;
  } axes[] = {
      {"row", rows, t.row, std::max(kStep, columns)}, {"head", p.heads, t.head, 0}, {"batch", p.batches, t.batch, 0}};
  for (const auto& [axis, length, stride, least] : axes)
    if (length > 1 && (stride % kStep != 0 || stride < least || stride >= kEnd))
      return kernels::refuse(why, ATTEST_UNSUPPORTED,
                             "%s: %s stride %lld: the copy engine takes multiples of %lld elements from %lld to 2^39",
                             name, axis, static_cast<long long>(stride), static_cast<long long>(kStep),
                             static_cast<long long>(least));
  if (on_device(t.data) && reinterpret_cast<std::uintptr_t>(t.data) % 16 != 0)
    return kernels::refuse(why, ATTEST_UNSUPPORTED, "%s: the copy engine takes addresses that are multiples of 16",
                           name);
  return ATTEST_OK;
}

template <class Number, int kWidth>
attest_status enqueue_width(const attest_problem& p, cudaStream_t stream, attest_message why) {
  const bool bias = p.bias.kind != ATTEST_TERM_NONE, factor = p.factor.kind != ATTEST_TERM_NONE;
  const bool dense = p.bias.kind == ATTEST_TERM_DENSE || p.factor.kind == ATTEST_TERM_DENSE;
  const bool positive_scale = static_cast<float>(p.scale * kLog2EDouble) > 0;
  if (dense || p.mask_kind == ATTEST_MASK_BYTES || (factor && p.row_sum.data != nullptr) || !(bias || positive_scale))
    return enqueue_tile<Tile<Number, kWidth, Terms::kAny>>(p, stream, why);
  if (bias && factor) return enqueue_tile<Tile<Number, kWidth, Terms::kBoth>>(p, stream, why);
  if (bias) return enqueue_tile<Tile<Number, kWidth, Terms::kBias>>(p, stream, why);
  if (factor) return enqueue_tile<Tile<Number, kWidth, Terms::kFactor>>(p, stream, why);
  return enqueue_tile<Tile<Number, kWidth, Terms::kNone>>(p, stream, why);
}

/// Without ATTEST_CUDA_ALL_WIDTHS width 96 runs in the tile of 128. (Width 32 is the only other one whose rows lie in
/// chunks of 64 bytes: with it a library always has both swizzles, and a device session runs both.)
template <class Number>
attest_status enqueue_number(const attest_problem& p, cudaStream_t stream, attest_message why) {
  const std::int64_t width = std::max(p.width, p.value_width);
  if (width <= 32) return enqueue_width<Number, 32>(p, stream, why);
  if (width <= 64) return enqueue_width<Number, 64>(p, stream, why);
#if defined(ATTEST_CUDA_ALL_WIDTHS)
  if (width <= 96) return enqueue_width<Number, 96>(p, stream, why);
#endif
  if (width <= 128) return enqueue_width<Number, 128>(p, stream, why);
  return enqueue_width<Number, 256>(p, stream, why);
}

}  // namespace

attest_status supports(const attest_problem& p, attest_message why) {
  const struct {
    const char* name;
    std::int64_t size, most;
  } sizes[] = {{"width", p.width, kMostColumns}, {"value_width", p.value_width, kMostColumns},
               {"keys", p.keys, 1 << 30},        {"queries", p.queries, 1 << 30},
               {"heads", p.heads, 65535},        {"batches", p.batches, 1 << 30}};
  for (const auto& [name, size, most] : sizes)
    if (size < 1 || size > most)
      return kernels::refuse(why, ATTEST_UNSUPPORTED, "%s: %lld: expected 1 to %lld", name,
                             static_cast<long long>(size), static_cast<long long>(most));
  if (p.queries + p.keys > (std::int64_t{1} << 31) - 1024)  // slices of B and C, padded to whole tiles
    return kernels::refuse(why, ATTEST_UNSUPPORTED, "queries + keys: expected at most 2^31 - 1024");
  if (p.batches * p.heads > (std::int64_t{1} << 31) / ((p.queries + 127) / 128) - 1)
    return kernels::refuse(why, ATTEST_UNSUPPORTED, "batches * heads * queries: expected less than 2^31 tiles");
  if (!is_float(p.scale)) return kernels::refuse(why, ATTEST_UNSUPPORTED, "scale: %g is no float32", p.scale);
  attest_status status = check_tensor("query", p.query, p, p.queries, p.width, why);
  if (status == ATTEST_OK) status = check_tensor("key", p.key, p, p.keys, p.width, why);
  if (status == ATTEST_OK) status = check_tensor("value", p.value, p, p.keys, p.value_width, why);
  return status;
}

attest_status enqueue(const attest_problem& p, cudaStream_t stream, attest_message why) {
  return p.dtype == ATTEST_FLOAT16 ? enqueue_number<Half>(p, stream, why) : enqueue_number<Bfloat16>(p, stream, why);
}

bool available() {
  if (device_limits().capability != 90) return false;
  cudaFuncAttributes attributes{};
  if (cudaFuncGetAttributes(&attributes, probe) == cudaSuccess) return attributes.sharedSizeBytes >= kProbeBytes;
  cudaGetLastError();
  return false;
}

}  // namespace attest::cuda::hopper
