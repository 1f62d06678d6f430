// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace attest::gradient_faults {

/// A fault of a backward kernel, or one of the right ways.
#define ATTEST_GRADIENT_FAULTS(X)                                                       \
  X(right_softmax, "weights from a softmax of its own, delta from them")                \
  X(right_flash, "weights from the stored log-sum-exp, delta from the stored output")   \
  X(no_delta, "dS = P .* dP")                                                           \
  X(delta_without_factor, "delta = sum P D, without C")                                 \
  X(delta_of_keys, "delta = sum over the first 64 keys")                                \
  X(delta_last_column, "delta without the output's last column")                        \
  X(delta_shared, "delta of the head's first query for all")                            \
  X(delta_bfloat16, "delta kept in bfloat16")                                           \
  X(no_scale_on_key, "dK without the scale")                                            \
  X(no_scale_on_query, "dQ without the scale")                                          \
  X(scale_twice, "dQ with the scale twice")                                             \
  X(scale_of_value_width, "the scale of 1 / sqrt(value width)")                         \
  X(transposed, "dK from dS_ji")                                                        \
  X(mask_ignored, "the backward pass sees every key")                                   \
  X(mask_in_scores_only, "hidden keys get dS = -P delta of a weight that is not 0")     \
  X(causal_off_by_one, "j < i + diagonal")                                              \
  X(diagonal_ignored, "causal from the first query, whatever the diagonal")             \
  X(bias_last_tile, "db without the last tile of 64 keys")                              \
  X(bias_shifted, "db_{k+1}")                                                           \
  X(bias_reversed, "db by j - i")                                                       \
  X(bias_overwritten, "db of heads that share it is the last one's")                    \
  X(bias_batches_lost, "db without the last batch")                                     \
  X(bias_scaled, "db with the scale")                                                   \
  X(bias_of_weights, "db = sum P (C D), the softmax's derivative forgotten")            \
  X(slopes_unweighted, "ALiBi's slopes without |i - j|")                                \
  X(slopes_sign, "ALiBi's slopes with the wrong sign")                                  \
  X(buckets_clamped, "the last bucket's gradient goes to the one before it")            \
  X(factor_of_product, "dC = P C D")                                                    \
  X(factor_of_gradient, "dC = dS")                                                      \
  X(factor_diagonal_zero, "dc without k = 0")                                           \
  X(value_without_factor, "dV = P^T dO")                                                \
  X(score_with_factor, "dS = P C (C D - delta)")                                        \
  X(heads_mixed, "dO of the next head")                                                 \
  X(heads_modulo, "dK of head h / 2 for three heads")                                   \
  X(last_key_tile, "dK of the last tile of 64 keys is lost")                            \
  X(last_query_tile, "the last tile of 64 queries adds nothing to dK and dV")           \
  X(query_tail, "queries behind the last multiple of 16 add nothing to dV")             \
  X(width_tail, "columns behind the last multiple of 8 are not in the scores' product") \
  X(value_width_tail, "nor in D")                                                       \
  X(half_sums_of_key, "dK is kept in bfloat16 from tile to tile")                       \
  X(half_sums_of_query, "dQ is kept in bfloat16 from key to key")                       \
  X(shared_key_overwritten, "a key that heads share has the last head's dK")            \
  X(shared_query_overwritten, "a query that batches share has the last batch's dQ")     \
  X(strides_assumed, "the key is read as if it were dense")                             \
  X(gaps_written, "dV is written as if it were dense")                                  \
  X(out_of_bounds, "one element behind dQ is written")                                  \
  X(input_written, "dO is multiplied by C in place")                                    \
  X(hidden_unwritten, "dV of keys that no query sees is left as it was")                \
  X(scratch_not_cleared, "sums begin with what scratch held")                           \
  X(threads_lost, "with three threads and more the last query is lost")                 \
  X(cached_weights, "weights are kept from the call before, if the sizes are the same") \
  X(empty_rows, "a row without a visible key gives NaN")                                \
  X(no_maximum, "exp(S) without a reference")                                           \
  X(lse_of_base_2, "the stored log-sum-exp is taken for one of base 2")                 \
  X(weak_exp, "exp is low by 1e-4")                                                     \
  X(small_weights_dropped, "weights below 1e-3 are taken for 0 in dV")                  \
  X(small_gradients_dropped, "dS below 1e-3 is taken for 0")                            \
  X(keys_up_to_128, "keys from 128 on are not seen")                                    \
  X(one_query, "one query alone: delta is 0")                                           \
  X(value_for_key, "dQ with v in the place of k where widths agree")                    \
  X(zeros, "all gradients are 0")                                                       \
  X(sign, "all gradients but dV negated")                                               \
  X(cap_forgotten, "softcap: dQ and dK without 1 - tanh^2")                             \
  X(cap_linear, "softcap: 1 - |tanh| instead of 1 - tanh^2")                            \
  X(cap_of_score, "softcap: 1 - (S / c)^2 of the score with its bias")                  \
  X(cap_of_product, "softcap: 1 - (s / c)^2 of the product before tanh")                \
  X(keep_not_in_product, "dropout: the mask is not applied to dP")                      \
  X(keep_scale_lost, "dropout: dP is masked, but not multiplied by keep_scale")         \
  X(keep_twice, "dropout: dS is multiplied by keep_scale once more")                    \
  X(keep_not_in_value, "dropout: dV from the weights before dropout")                   \
  X(delta_before_keep, "dropout: delta = sum P D, without the mask")                    \
  X(sink_not_in_sum, "sinks: weights are computed again without the sink")              \
  X(sink_not_in_delta, "sinks: delta of weights that add up to 1 without the sink")     \
  X(sink_sign, "sinks: dsinks = +P delta")                                              \
  X(sink_without_weight, "sinks: dsinks = -delta")                                      \
  X(sink_last_batch, "sinks: dsinks of the last batch alone")                           \
  X(sink_last_head, "sinks: one sink for all heads has the last head's gradient")       \
  X(group_last_head, "groups: dK and dV of the group's last head alone")                \
  X(group_modulo, "groups: dK and dV of head h go to h % kv_heads")                     \
  X(window_left, "windows: the leftmost key is not seen")                               \
  X(window_right, "windows: keys behind the right side are seen")                       \
  X(window_diagonal, "windows: from the first query, whatever the diagonal")            \
  X(key_scale_lost, "scales: dQ without the key's")                                     \
  X(query_scale_lost, "scales: dQ without the query's")                                 \
  X(value_scale_lost, "scales: dV without the value's")

enum class Fault {
#define X(name, what) name,
  ATTEST_GRADIENT_FAULTS(X)
#undef X
};

}  // namespace attest::gradient_faults
