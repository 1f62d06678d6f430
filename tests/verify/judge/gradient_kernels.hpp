// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/instances/gradients.hpp"

namespace attest::tests {

/// How a backward kernel goes about it. Every one of the right styles is of the default class of its dtype.
struct GradientStyle {
  bool stored_lse = false;       ///< weights from a stored, rounded log-sum-exp, not from a softmax of their own
  bool online = false;           ///< that log-sum-exp (or sum) from a running maximum over blocks of 16 keys
  bool delta_of_output = false;  ///< delta from the stored, rounded output, not from the weights
  bool rounds = false;           ///< weights and dS are rounded to the dtype before they are multiplied
  bool reversed = false;         ///< sums from the last term to the first
  bool kahan = false;            ///< compensated sums
  bool split = false;            ///< P (C D) - P delta instead of P (C D - delta)
  bool scale_first = false;      ///< dS is multiplied by the scale, not the finished sum
  bool cap_by_exp = false;       ///< the cap's derivative as 4 e / (1 + e)^2, e = exp(-2 |x|), not as 1 - tanh^2
  bool keep_last = false;        ///< keep_scale and the arrays' scales multiply finished sums

  /// Of a float64 instance: every operation, and every rounding of `rounds`, is off by as much as this class allows,
  /// all upwards (1), downwards (-1), or as random numbers of the seed say (0).
  const attest_error_class* error = nullptr;
  int direction = 0;
  std::uint64_t seed = 0;

  // What is wrong on purpose; all false for a right kernel.
  enum class Fault {
    none,
    no_delta,              ///< dS = P C D
    delta_without_factor,  ///< delta = sum P D
    no_scale_on_key,       ///< dK without the scale
    no_scale_on_query,
    transposed,    ///< dS_ji in dK
    mask_ignored,  ///< the backward pass sees every key
    causal_off_by_one,
    bias_without_last_tile,  ///< db without the keys from the last multiple of 8 on
    factor_with_product,     ///< dC = W D instead of P D
    factor_without_value,    ///< dV without C
    heads_mixed,             ///< dO of head h + 1
    last_tile_of_key,        ///< dK of the last tile of 8 keys is lost
    last_query_lost,         ///< the last query adds nothing to dK and dV
    half_sums,               ///< dK is rounded to bfloat16 after every query
    weights_squared,         ///< dV with P^2
    natural_log,             ///< exp2 without log2(e)
    twice_scaled,
    no_maximum,          ///< the log-sum-exp is the logarithm of a sum that misses the greatest key
    stale_delta,         ///< delta of the row before
    bias_shifted,        ///< db_{k+1}
    bias_of_first_head,  ///< the bias's gradient is written by the last head, not added up
    delta_twice,
    value_of_query,  ///< dQ with v
    sign,            ///< -dS
    half_delta,      ///< delta is rounded to bfloat16 though the dtype is float32
    diagonal_twice,
    batch_lost,           ///< shared gradients without the last batch
    cap_forgotten,        ///< dQ, dK without 1 - tanh^2
    cap_linear,           ///< 1 - |tanh| instead of 1 - tanh^2
    cap_in_bias,          ///< db with 1 - tanh^2
    keep_not_in_product,  ///< the mask of dropout is not applied to dP
    keep_twice,           ///< keep_scale is applied to dP and again to dS
    keep_not_in_value,    ///< dV from the weights before dropout
    delta_before_keep,    ///< delta = sum P D, without the mask
    sink_not_in_sum,      ///< weights without the sink
    sink_sign,            ///< dsinks = +P delta
    sink_of_output,       ///< dsinks = -delta
    sink_first_batch,     ///< dsinks of the first batch alone
    group_first_head,     ///< dK, dV of the group's first head alone
    window_shifted,       ///< one key too few on the left
    window_right_open,    ///< keys behind the window's right side
    key_scale_lost,       ///< dQ without the key's scale
    value_scale_lost      ///< dV without the value's scale
  } fault = Fault::none;
};
const char* fault_name(GradientStyle::Fault fault);
/// All but `none`.
std::vector<GradientStyle::Fault> gradient_faults();

/// The backward pass in float32 (float64 for float64), as plain loops.
verify::instances::Gradients run_gradients(const verify::instances::GradientInstance& instance,
                                           const GradientStyle& style);

}  // namespace attest::tests
