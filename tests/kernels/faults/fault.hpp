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
  // Faults that show beyond a size or in a combination of settings alone (limit_faults)
  keys_behind_64_dropped,
  keys_behind_128_dropped,
  keys_behind_1024_dropped,
  one_key_left_over,
  one_key_left_over_of_256,
  fifteen_keys_left_over,
  rescale_missing_at_128,
  maximum_of_two_tiles,
  sum_of_256_keys,
  double_buffer_stale,
  accumulator_stride_64,
  accumulator_stride_128,
  query_chunk_64,
  query_chunk_again,
  width_behind_128_dropped,
  width_tail_of_32_dropped,
  value_columns_of_width,
  one_query_ignores_mask,
  one_query_ignores_causal,
  one_query_without_scale,
  fifteen_queries,
  row_of_128_repeated,
  row_behind_1024_zero,
  heads_modulo_2,
  heads_modulo_8,
  batches_modulo_2,
  causal_keys_of_queries,
  causal_square_tiles,
  mask_of_first_head,
  mask_byte_is_1,
  mask_byte_signed,
  mask_byte_bit,
  mask_of_tile_by_first_key,
  mask_of_tile_by_last_key,
  mask_batch_stride_of_heads,
  stride_0_of_heads_ignored,
  stride_0_of_batches_ignored,
  index_of_16_bits,
  signed_index_of_16_bits,
  query_index_of_16_bits,
  head_index_of_16_bits,
  urpe_factor_needs_bias,
  bias_missing_under_causal,
  bias_missing_under_mask,
  bias_of_first_batch,
  bias_distance_of_255,
  bias_head_stride_1,
  bias_row_of_queries,
  alibi_slope_of_8_heads,
  bucket_distance_of_128,
  factor_of_first_batch,
  factor_of_second_tile,
  factor_missing_under_mask,
  scale_rounded_to_power_of_2,
  scale_of_width_rounded_up,
  hardmax_tie_of_first_tile,
  exp_cut_to_13_bits,
  log2e_1_4427,
  epsilon_in_denominator,
  value_heads_of_key,
};

struct FaultInfo {
  Fault fault;
  const char* name;
  const char* what;  ///< one line
};

/// Every fault up to hardmax_by_softmax but `none`, in the order of the enumeration: those that small problems show.
const std::vector<FaultInfo>& all_faults();

/// The others: what default inputs of one shape do not reach. `operation` is one that has the fault.
struct LimitFault {
  FaultInfo info;
  attest_operation operation;
};
const std::vector<LimitFault>& limit_faults();

/// Rows and keys of a block of the kernel below.
constexpr std::int64_t kRowBlock = 16, kKeyBlock = 32;

/// Blocked attention with online softmax (and hardmax), with this fault, over any well-formed problem of float64,
/// float32 or bfloat16. Sums are in float64 for float64 and in float32 otherwise; bfloat16 weights are rounded to
/// bfloat16 before the second product.
void run_with_fault(const attest_problem& problem, Fault fault);

/// What run_with_fault(.., Fault::none) promises.
attest_error_class promised(attest_dtype dtype);

}  // namespace attest::faults
