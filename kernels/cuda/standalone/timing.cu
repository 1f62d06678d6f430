// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <vector>

#include "kernels/cuda/attest_cuda.h"
#include "kernels/cuda/standalone/timing.hpp"
#include "kernels/cuda/standalone/timing_problem.cuh"

namespace attest::cuda::standalone {
namespace {

constexpr int kTurns = 4, kRuns = 25, kWarmUps = 3;
/// Launches between two events: what the processor does for one hides behind the kernel before it.
constexpr int kLaunches = 4;

/// The median in milliseconds.
attest_status measure(const attest_kernel& kernel, std::int64_t length, std::int64_t width, float& median,
                      attest_message why) {
  Buffers buffers;
  std::vector<attest_problem> turns(kTurns, shape_of(kernel.operation, kernel.dtype, length, width));
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
      const attest_problem p = shape_of(kernel.operation, kernel.dtype, length, width);
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
