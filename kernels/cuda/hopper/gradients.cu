// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/hopper/gradient_launch.cuh"
#include "kernels/cuda/hopper/gradients.hpp"
#include "kernels/cuda/hopper/hopper.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda::hopper {
namespace {

constexpr std::int64_t kMostColumns = 128;

template <class Number, int kWidth>
attest_status enqueue_width(const GradientCall& call) {
  const attest_problem& p = call.problem.forward;
  const bool bias = p.bias.kind != ATTEST_TERM_NONE, factor = p.factor.kind != ATTEST_TERM_NONE;
  if (bias && factor) return enqueue_gradients_of<Number, kWidth, Terms::kBoth>(call);
  if (bias) return enqueue_gradients_of<Number, kWidth, Terms::kBias>(call);
  if (factor) return enqueue_gradients_of<Number, kWidth, Terms::kFactor>(call);
  return enqueue_gradients_of<Number, kWidth, Terms::kNone>(call);
}

template <class Number>
attest_status enqueue_number(const GradientCall& call) {
  const attest_problem& p = call.problem.forward;
  return std::max(p.width, p.value_width) <= 64 ? enqueue_width<Number, 64>(call) : enqueue_width<Number, 128>(call);
}

}  // namespace

attest_status supports_gradients(const attest_gradient_problem& g, attest_message why) {
  const attest_problem& p = g.forward;
  if (const attest_status status = supports(p, why); status != ATTEST_OK) return status;
  if (p.width > kMostColumns || p.value_width > kMostColumns)
    return kernels::refuse(why, ATTEST_UNSUPPORTED, "width, value_width: expected at most %lld",
                           static_cast<long long>(kMostColumns));
  if (p.bias.kind == ATTEST_TERM_DENSE || p.factor.kind == ATTEST_TERM_DENSE)
    return kernels::refuse(why, ATTEST_UNSUPPORTED, "bias, factor: dense ones are the portable kernel's");
  if (p.mask_kind == ATTEST_MASK_BYTES)
    return kernels::refuse(why, ATTEST_UNSUPPORTED, "mask: one of bytes is the portable kernel's");
  if (p.output.data == nullptr)
    return kernels::refuse(why, ATTEST_UNSUPPORTED, "output: expected what the forward pass stored");
  if (p.batches * p.heads > (std::int64_t{1} << 31) / ((p.keys + 127) / 128) - 1)
    return kernels::refuse(why, ATTEST_UNSUPPORTED, "batches * heads * keys: expected less than 2^31 tiles");
  // The copy engine asks the same of grad_output as of value.
  attest_problem as_value = p;
  as_value.value = g.grad_output;
  as_value.keys = p.queries;
  as_value.key = p.query;
  if (supports(as_value, why) != ATTEST_OK)
    return kernels::refuse(why, ATTEST_UNSUPPORTED,
                           "grad_output: the copy engine takes addresses and strides that are multiples of 16 bytes");
  return ATTEST_OK;
}

attest_status enqueue_gradients(const attest_gradient_problem& problem, float* delta, DeviceMemory& memory,
                                cudaStream_t stream, attest_message why) {
  const GradientCall call{problem, delta, memory, stream, why};
  return problem.forward.dtype == ATTEST_FLOAT16 ? enqueue_number<Half>(call) : enqueue_number<Bfloat16>(call);
}

}  // namespace attest::cuda::hopper
