// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "kernels/cuda/attest_cuda.h"
#include "kernels/cuda/device.hpp"
#include "kernels/cuda/standalone/timing.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda::standalone {
namespace {

constexpr int kTurns = 4, kRuns = 25, kWarmUps = 3;
/// Launches between two events: what the processor does for one hides behind the kernel before it.
constexpr int kLaunches = 4;
constexpr std::int64_t kTokens = 16384, kModelWidth = 2048;  ///< batches * queries, heads * width

/// Numbers of no interest that are finite in every format.
__global__ void fill(std::uint16_t* to, std::int64_t size) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < size; i += step)
    to[i] = static_cast<std::uint16_t>(0x3c00u + static_cast<std::uint16_t>(i * 2654435761u >> 20 & 0x81ffu));
}

/// Device memory that is freed at the end.
class Buffers {
 public:
  ~Buffers() {
    for (void* pointer : pointers_) cudaFree(pointer);
  }
  attest_status add(std::size_t bytes, void*& pointer, attest_message why) {
    if (const attest_status status = check(cudaMalloc(&pointer, bytes), "allocating", why); status != ATTEST_OK)
      return status;
    pointers_.push_back(pointer);
    return check(launch(fill, dim3(256), dim3(256), 0, nullptr, static_cast<std::uint16_t*>(pointer),
                        static_cast<std::int64_t>(bytes / 2)),
                 "filling a buffer", why);
  }

 private:
  std::vector<void*> pointers_;
};

attest_problem shape_of(const attest_kernel& kernel, std::int64_t length, std::int64_t width) {
  attest_problem p{};
  p.struct_size = sizeof p;
  p.operation = kernel.operation;
  p.dtype = kernel.dtype;
  p.batches = std::max<std::int64_t>(1, kTokens / length);
  p.heads = kModelWidth / width;
  p.queries = p.keys = length;
  p.width = p.value_width = width;
  p.scale = 1 / std::sqrt(static_cast<double>(width));
  const bool bias = kernel.operation != ATTEST_ATTENTION;
  const bool factor = kernel.operation == ATTEST_URPE || kernel.operation == ATTEST_POSITIONAL;
  p.bias.kind = bias ? ATTEST_TERM_TOEPLITZ : ATTEST_TERM_NONE;
  p.factor.kind = factor ? ATTEST_TERM_TOEPLITZ : ATTEST_TERM_NONE;
  return p;
}

attest_status allocate(attest_problem& p, Buffers& buffers, attest_message why) {
  const std::int64_t rows = p.batches * p.heads * p.queries;
  const auto bytes = static_cast<std::size_t>(rows * p.width * kernels::size_of(p.dtype));
  for (attest_tensor* t : {&p.query, &p.key, &p.value, &p.output}) {
    *t = {nullptr, p.heads * p.queries * p.width, p.queries * p.width, p.width};
    if (const attest_status status = buffers.add(bytes, t->data, why); status != ATTEST_OK) return status;
  }
  if (p.operation == ATTEST_POSITIONAL) p.query.batch = p.key.batch = 0;
  for (attest_term* term : {&p.bias, &p.factor}) {
    const std::int64_t span = p.queries + p.keys - 1;
    term->values.head = span;
    if (term->kind == ATTEST_TERM_NONE) continue;
    const attest_status status = buffers.add(static_cast<std::size_t>(p.heads * span) * 4, term->values.data, why);
    if (status != ATTEST_OK) return status;
  }
  return ATTEST_OK;
}

/// The median in milliseconds.
attest_status measure(const attest_kernel& kernel, std::int64_t length, std::int64_t width, float& median,
                      attest_message why) {
  Buffers buffers;
  std::vector<attest_problem> turns(kTurns, shape_of(kernel, length, width));
  for (attest_problem& p : turns)
    if (const attest_status status = allocate(p, buffers, why); status != ATTEST_OK) return status;
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<float> times;
  attest_status status = ATTEST_OK;
  for (int run = 0; run < kWarmUps + kRuns && status == ATTEST_OK; ++run) {
    cudaEventRecord(begin, nullptr);
    for (int turn = 0; turn < kLaunches && status == ATTEST_OK; ++turn)
      status = static_cast<attest_status>(
          attest_cuda_enqueue(&kernel, &turns[static_cast<std::size_t>(turn % kTurns)], nullptr, why));
    cudaEventRecord(end, nullptr);
    if (status == ATTEST_OK) status = check(cudaEventSynchronize(end), "running the kernel", why);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    if (run >= kWarmUps) times.push_back(milliseconds / kLaunches);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  if (status != ATTEST_OK) return status;
  std::nth_element(times.begin(), times.begin() + kRuns / 2, times.end());
  median = times[kRuns / 2];
  return ATTEST_OK;
}

}  // namespace

int print_times(const attest_kernel& kernel) {
  int failures = 0;
  for (const std::int64_t length : {4096, 8192, 16384})
    for (const std::int64_t width : {64, 128}) {
      char text[300] = "";
      float median = 0;
      const attest_status status = measure(kernel, length, width, median, {text, sizeof text});
      const attest_problem p = shape_of(kernel, length, width);
      const double operations =
          4.0 * static_cast<double>(p.batches * p.heads * length) * static_cast<double>(length * width);
      if (status == ATTEST_OK)
        std::printf("  n %lld, width %lld, batches %lld, heads %lld: %.3f ms, %.1f TFLOP/s\n",
                    static_cast<long long>(length), static_cast<long long>(width), static_cast<long long>(p.batches),
                    static_cast<long long>(p.heads), median, operations / median * 1e-9);
      else
        std::printf("  n %lld, width %lld: FAILED: %s\n", static_cast<long long>(length), static_cast<long long>(width),
                    text);
      failures += status != ATTEST_OK;
    }
  return failures;
}

}  // namespace attest::cuda::standalone
