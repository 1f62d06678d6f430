// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "verify/instances/instance.hpp"

namespace attest::faults {

/// A mistake in attention as it is shipped: windows, softcap, sinks, head groups, dropout, scales, merges, sequences.
enum class Shipped {
  none,
  window_left_one_less,
  window_left_one_more,
  window_without_itself,
  window_ignored,
  window_left_as_causal,
  window_ignores_diagonal,
  window_first_tile_dropped,
  window_last_tile_dropped,
  window_right_open_means_none,
  window_zero_means_open,
  window_right_one_more,
  window_at_tile_of_64,
  causal_top_left,
  causal_bottom_right,
  softcap_ignored,
  softcap_times_scores,
  softcap_after_bias,
  softcap_of_log2_scores,
  softcap_not_divided,
  softcap_before_scale,
  softcap_clamps,
  softcap_after_mask,
  sink_ignored,
  sink_twice,
  sink_times_scale,
  sink_capped,
  sink_lost_in_empty_row,
  sink_in_numerator,
  sink_without_maximum,
  sink_of_group,
  sink_of_first_head,
  heads_tiled,
  heads_by_kv_heads,
  heads_unmapped,
  heads_group_squared,
  value_head_unmapped,
  heads_all_first,
  dropout_ignored,
  dropout_before_sum,
  dropout_scaled_by_p,
  dropout_not_rescaled,
  dropout_rescaled_twice,
  dropout_as_mask,
  dropout_of_first_head,
  dropout_inverted,
  key_scale_ignored,
  value_scale_ignored,
  value_scale_of_key,
  key_scale_dropped_with_query,
  scale_of_value_in_scores,
  key_scale_twice,
  key_scale_by_query_head,
  scale_of_first_batch,
  hidden_rows_are_means,
  maximum_from_minus_50000,
  maximum_is_10,
  log_sum_exp_plus_infinity,
  merge_of_empty_halves,
  merge_by_log2,
  merge_is_mean,
  last_key_of_33,
  ragged_as_one,
  ragged_first_boundary,
  ragged_one_key_more,
  ragged_one_key_less,
  ragged_keys_of_queries,
  ragged_diagonal_of_longest,
  page_next,
  pages_in_a_row,
  page_table_stride,
  page_of_first_sequence,
  page_last_whole,
  sink_from_0,
  heads_behind_512_keys,
  window_behind_512_keys,
};

struct ShippedFault {
  Shipped fault;
  const char* name;
  const char* what;    ///< one line
  const char* thread;  ///< a public thread in which a kernel was said to do this, or another one of its kind; "": none
  attest_operation operation;
  bool is_of_sequences;   ///< it shows in batches of sequences alone
  const char* generator;  ///< "": any; else the numbers that show it
};
const std::vector<ShippedFault>& shipped_faults();

/// Attention row by row in float32 (float64 for float64), tiles of 16 keys with an online softmax, any format: with
/// this fault. For ATTENTION and RPE.
verify::instances::Outputs run_shipped(const verify::instances::Instance& instance, Shipped fault);

/// What run_shipped(.., none) promises.
attest_error_class promised_by_shipped(attest_dtype dtype);

}  // namespace attest::faults
