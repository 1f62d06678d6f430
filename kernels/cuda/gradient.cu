// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/device_problem.hpp"
#include "kernels/cuda/gradient.cuh"
#include "kernels/cuda/gradient.hpp"
#include "kernels/cuda/hopper/gradients.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda {

namespace {

class Run {
 public:
  Run(const attest_gradient_problem& g, GradientUnits units, attest_message why)
      : memory_(nullptr), on_hopper_(units == GradientUnits::hopper), why_(why) {
    task_.problem = g;
  }

  attest_status run() {
    attest_status status = copy_in();
    if (status == ATTEST_OK)
      status =
          on_hopper_ ? hopper::enqueue_gradients(task_.problem, task_.delta, memory_, nullptr, why_) : enqueue_delta();
    if (status == ATTEST_OK && !on_hopper_) status = enqueue_rows();
    if (status == ATTEST_OK) status = enqueue_terms();
    return status == ATTEST_OK ? memory_.copy_out(why_) : status;
  }

 private:
  const attest_problem& forward() const { return task_.problem.forward; }

  attest_status copy_in() {
    attest_gradient_problem& g = task_.problem;
    attest_problem& p = g.forward;
    const std::int64_t element = kernels::size_of(p.dtype), rows = p.batches * p.heads * p.queries;
    attest_status status = copy_inputs(memory_, p, why_);
    if (status == ATTEST_OK) status = memory_.input(p.log_sum_exp, {p.batches, p.heads, 1, p.queries, 4}, why_);
    if (status == ATTEST_OK && on_hopper_)
      status = memory_.input(p.output, {p.batches, p.heads, p.queries, p.value_width, element}, why_);
    if (status == ATTEST_OK)
      status = memory_.input(g.grad_output, {p.batches, p.heads, p.queries, p.value_width, element}, why_);
    const auto output = [&](attest_tensor& to, const attest_tensor& of, std::int64_t length, std::int64_t columns) {
      if (status == ATTEST_OK)
        status = memory_.output(
            to, {parts_of(p.batches, of.batch), parts_of(p.heads, of.head), length, columns, element}, why_);
    };
    output(g.grad_query, p.query, p.queries, p.width);
    output(g.grad_key, p.key, p.keys, p.width);
    output(g.grad_value, p.value, p.keys, p.value_width);
    if (status == ATTEST_OK) status = term_output(p.bias, g.grad_bias);
    if (status == ATTEST_OK) status = term_output(p.factor, g.grad_factor);
    if (status != ATTEST_OK || rows == 0) return status;
    void* delta = nullptr;
    status = memory_.allocate(static_cast<std::size_t>(rows) * sizeof(float), delta, why_);
    task_.delta = static_cast<float*>(delta);
    return status;
  }

  std::int64_t positions() const {
    return forward().queries + forward().keys > 0 ? forward().queries + forward().keys - 1 : 0;
  }

  attest_status term_output(const attest_term& term, attest_tensor& to) {
    const attest_problem& p = forward();
    const std::int64_t heads = parts_of(p.heads, term.values.head);
    switch (term.kind) {
      case ATTEST_TERM_NONE:
        return ATTEST_OK;
      case ATTEST_TERM_DENSE:
        return memory_.output(to, {parts_of(p.batches, term.values.batch), heads, p.queries, p.keys, 4}, why_);
      case ATTEST_TERM_TOEPLITZ:
        return memory_.output(to, {1, heads, 1, positions(), 4}, why_);
      default:
        return memory_.output(to, {1, heads, term.kind == ATTEST_TERM_ALIBI ? 1 : term.buckets, 1, 4}, why_);
    }
  }

  template <class... Parameters, class... Arguments>
  attest_status enqueue(void (*kernel)(Parameters...), std::int64_t blocks, Arguments... arguments) {
    if (blocks <= 0) return ATTEST_OK;
    if (blocks > 0x7fffffff)
      return kernels::refuse(why_, ATTEST_UNSUPPORTED, "sizes: a launch has at most 2^31 - 1 blocks");
    return check(launch(kernel, dim3(static_cast<unsigned>(blocks)), dim3(kGradientThreads),
                        GradientShared::kFloats * sizeof(float), nullptr, arguments...),
                 "launching the kernel", why_);
  }

  attest_status enqueue_delta() {
    const attest_problem& p = forward();
    return enqueue(delta_kernel, p.batches * p.heads * tiles_of(p.queries, kGradientTile), task_);
  }

  attest_status enqueue_rows() {
    const attest_gradient_problem& g = task_.problem;
    const attest_problem& p = g.forward;
    const auto blocks = [&](const attest_tensor& to, const attest_tensor& of, std::int64_t rows, std::int64_t width) {
      return to.data == nullptr ? 0
                                : parts_of(p.batches, of.batch) * parts_of(p.heads, of.head) *
                                      tiles_of(rows, kGradientTile) * tiles_of(width, kGradientColumns);
    };
    attest_status status =
        enqueue(rows_kernel<GradientOf::query>, blocks(g.grad_query, p.query, p.queries, p.width), task_);
    if (status == ATTEST_OK)
      status = enqueue(rows_kernel<GradientOf::key>, blocks(g.grad_key, p.key, p.keys, p.width), task_);
    if (status == ATTEST_OK)
      status = enqueue(rows_kernel<GradientOf::value>, blocks(g.grad_value, p.value, p.keys, p.value_width), task_);
    return status;
  }

  attest_status enqueue_terms() {
    const attest_status status = enqueue_term(true);
    return status == ATTEST_OK ? enqueue_term(false) : status;
  }

  attest_status enqueue_term(bool of_bias) {
    const attest_gradient_problem& g = task_.problem;
    const attest_problem& p = g.forward;
    const attest_term& term = of_bias ? p.bias : p.factor;
    const attest_tensor& to = of_bias ? g.grad_bias : g.grad_factor;
    if (to.data == nullptr || term.kind == ATTEST_TERM_NONE || p.heads == 0) return ATTEST_OK;
    const std::int64_t heads = parts_of(p.heads, term.values.head);
    if (term.kind == ATTEST_TERM_DENSE)
      return enqueue(dense_term_kernel,
                     parts_of(p.batches, term.values.batch) * heads * tiles_of(p.queries, kGradientTile) *
                         tiles_of(p.keys, kGradientTile),
                     task_, of_bias);
    attest_tensor sums = to;
    if (term.kind != ATTEST_TERM_TOEPLITZ) {
      sums = {nullptr, 0, positions(), 0};
      if (positions() > 0)
        if (const attest_status status =
                memory_.allocate(static_cast<std::size_t>(heads * positions()) * sizeof(float), sums.data, why_);
            status != ATTEST_OK)
          return status;
    }
    attest_status status =
        enqueue(diagonals_kernel, heads * tiles_of(positions(), kGradientTile), task_, of_bias, sums);
    if (status == ATTEST_OK && term.kind != ATTEST_TERM_TOEPLITZ)
      status =
          enqueue(fold_kernel, tiles_of(heads * (term.kind == ATTEST_TERM_ALIBI ? 1 : term.buckets), kGradientThreads),
                  task_, of_bias, sums);
    return status;
  }

  DeviceMemory memory_;
  bool on_hopper_;
  GradientTask task_{};
  attest_message why_;
};

}  // namespace

attest_status run_gradients(const attest_gradient_problem& problem, GradientUnits units, attest_message why) {
  return Run(problem, units, why).run();
}

}  // namespace attest::cuda
