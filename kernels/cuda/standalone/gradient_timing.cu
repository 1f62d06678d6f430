// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <vector>

#include "kernels/cuda/standalone/timing.hpp"
#include "kernels/cuda/standalone/timing_problem.cuh"

namespace attest::cuda::standalone {
namespace {

constexpr int kRuns = 9, kWarmUps = 2;

/// The median in milliseconds of a whole call, which allocates and waits.
attest_status measure(const attest_gradient_kernel& kernel, attest_problem shape, float& median, attest_message why) {
  Buffers buffers;
  attest_gradient_problem g{};
  g.struct_size = sizeof g;
  g.forward = shape;
  attest_problem& p = g.forward;
  attest_status status = allocate(p, buffers, why);
  const std::int64_t rows = p.batches * p.heads * p.queries;
  p.log_sum_exp = {nullptr, p.heads * p.queries, p.queries, 0};
  if (status == ATTEST_OK)
    status = buffers.add(static_cast<std::size_t>(rows) * sizeof(float), p.log_sum_exp.data, why);
  for (attest_tensor* t : {&g.grad_output, &g.grad_query, &g.grad_key, &g.grad_value}) {
    *t = p.output;
    if (status == ATTEST_OK)
      status = buffers.add(static_cast<std::size_t>(rows * p.width * kernels::size_of(p.dtype)), t->data, why);
  }
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<float> times;
  for (int run = 0; run < kWarmUps + kRuns && status == ATTEST_OK; ++run) {
    cudaEventRecord(begin, nullptr);
    status = static_cast<attest_status>(kernel.run(&g, nullptr, 1, why));
    cudaEventRecord(end, nullptr);
    if (status == ATTEST_OK) status = check(cudaEventSynchronize(end), "running the kernel", why);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    if (run >= kWarmUps) times.push_back(milliseconds);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  if (status != ATTEST_OK) return status;
  std::nth_element(times.begin(), times.begin() + kRuns / 2, times.end());
  median = times[kRuns / 2];
  return ATTEST_OK;
}

}  // namespace

int print_gradient_times(const attest_gradient_kernel& kernel) {
  int failures = 0;
  for (const std::int64_t length : {4096, 8192, 16384})
    for (const std::int64_t width : {64, 128}) {
      char text[300] = "";
      float median = 0;
      const attest_problem p = shape_of(kernel.operation, kernel.dtype, length, width);
      const attest_status status = measure(kernel, p, median, {text, sizeof text});
      const double operations =
          10.0 * static_cast<double>(p.batches * p.heads * length) * static_cast<double>(length * width);
      if (status == ATTEST_OK)
        std::printf("  n %lld, width %lld, batches %lld, heads %lld, dQ, dK and dV: %.3f ms, %.1f TFLOP/s\n",
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
