// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/attest_kernel.h"

namespace attest::faults {

/// One mistake that a kernel can make. `none` is the correct kernel.
enum class Fault {
  none,
  // Masks
  causal_one_more,
  causal_one_less,
  causal_ignores_diagonal,
  causal_aligns_ends,
  causal_skips_blocks,
  mask_row_stride,
  mask_of_first_batch,
  mask_finite,
  mask_minus_10000,
  mask_after_softmax,
  masked_row_nan,
  // Online softmax
  rescale_missing,
  rescale_of_sum_missing,
  first_rescale_nan,
  max_starts_at_0,
  max_starts_at_least_positive,
  max_of_first_block,
  no_maximum,
  sum_without_last_block,
  // Tails of blocks
  key_tail_dropped,
  key_tail_counted,
  key_tail_stale,
  query_tail_zero,
  query_tail_shifted,
  width_tail_dropped,
  value_tail_zero,
  // Bias
  bias_transposed,
  bias_sign,
  bias_one_off,
  bias_block_origin,
  bias_scaled,
  bias_of_first_head,
  bias_half_precision,
  alibi_squared,
  bucket_one_off,
  // Factor
  factor_in_denominator,
  factor_on_scores,
  factor_transposed,
  factor_absolute,
  factor_block_origin,
  factor_half_precision,
  row_sum_without_factor,
  // Scale
  scale_twice,
  scale_missing,
  scale_from_width,
  scale_without_root,
  // Precision
  accumulate_coarse,
  spill_coarse,
  sum_coarse,
  scores_coarse,
  weights_coarse,
  weights_truncated,
  output_truncated,
  exp_short_polynomial,
  exp_clamped,
  exp_range,
  log2e_wrong_digit,
  fast_division,
  // Memory and order
  stale_accumulator,
  stale_maximum,
  value_of_first_head,
  key_of_first_batch,
  value_row_stride,
  row_written_twice,
  race_emulated,
  race,
  // Other outputs
  log_sum_exp_without_maximum,
  log_sum_exp_base_2,
  log_sum_exp_of_masked_row,
  // Hardmax
  hardmax_last_tie,
  hardmax_ties_not_shared,
  hardmax_tolerance,
  hardmax_by_softmax,
};

struct FaultInfo {
  Fault fault;
  const char* name;
  const char* what;  ///< one line
};

/// Every fault but `none`, in the order of the enumeration.
const std::vector<FaultInfo>& all_faults();

/// Rows and keys of a block of the kernel below.
constexpr std::int64_t kRowBlock = 16, kKeyBlock = 32;

/// Blocked attention with online softmax (and hardmax), with this fault, over any well-formed problem of float64,
/// float32 or bfloat16. Sums are in float64 for float64 and in float32 otherwise; bfloat16 weights are rounded to
/// bfloat16 before the second product.
void run_with_fault(const attest_problem& problem, Fault fault);

/// What run_with_fault(.., Fault::none) promises.
attest_error_class promised(attest_dtype dtype);

}  // namespace attest::faults
