// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/device_problem.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda {

namespace {

attest_status copy_term(DeviceMemory& memory, const attest_problem& p, attest_term& term, attest_message why) {
  const std::int64_t positions = p.queries + p.keys - 1;
  switch (term.kind) {
    case ATTEST_TERM_NONE:
      return ATTEST_OK;
    case ATTEST_TERM_DENSE:
      return memory.input(term.values, {p.batches, p.heads, p.queries, p.keys, 4}, why);
    case ATTEST_TERM_BUCKETS: {
      attest_tensor numbers{const_cast<std::int32_t*>(term.bucket), 0, 0, 0};
      if (const attest_status status = memory.input(numbers, {1, 1, 1, positions, 4}, why); status != ATTEST_OK)
        return status;
      term.bucket = static_cast<const std::int32_t*>(numbers.data);
      return memory.input(term.values, {p.batches, p.heads, term.buckets, 1, 4}, why);
    }
    default: {
      // One row a head, the same for all batches.
      attest_tensor values{term.values.data, 0, term.values.head, 0};
      const attest_status status =
          memory.input(values, {p.batches, p.heads, 1, term.kind == ATTEST_TERM_ALIBI ? 1 : positions, 4}, why);
      term.values = values;
      return status;
    }
  }
}

}  // namespace

attest_status copy_inputs(DeviceMemory& memory, attest_problem& p, attest_message why) {
  if (p.batches == 0 || p.heads == 0 || p.queries == 0) return ATTEST_OK;
  const std::int64_t element = kernels::size_of(p.dtype);
  attest_status status = memory.input(p.query, {p.batches, p.heads, p.queries, p.width, element}, why);
  if (status == ATTEST_OK) status = memory.input(p.key, {p.batches, p.heads, p.keys, p.width, element}, why);
  if (status == ATTEST_OK) status = memory.input(p.value, {p.batches, p.heads, p.keys, p.value_width, element}, why);
  if (status == ATTEST_OK && p.keys > 0) status = copy_term(memory, p, p.bias, why);
  if (status == ATTEST_OK && p.keys > 0) status = copy_term(memory, p, p.factor, why);
  if (status == ATTEST_OK && p.mask_kind == ATTEST_MASK_BYTES)
    status = memory.input(p.mask, {p.batches, p.heads, p.queries, p.keys, 1}, why);
  return status;
}

attest_status DeviceProblem::copy_in(const attest_problem& problem, attest_message why) {
  problem_ = problem;
  attest_problem& p = problem_;
  attest_status status = copy_inputs(memory_, p, why);
  if (status == ATTEST_OK)
    status = memory_.output(p.output, {p.batches, p.heads, p.queries, p.value_width, kernels::size_of(p.dtype)}, why);
  if (status == ATTEST_OK) status = memory_.output(p.row_sum, {p.batches, p.heads, 1, p.queries, 4}, why);
  if (status == ATTEST_OK) status = memory_.output(p.log_sum_exp, {p.batches, p.heads, 1, p.queries, 4}, why);
  return status;
}

}  // namespace attest::cuda
