// SPDX-License-Identifier: Apache-2.0
#pragma once

// The pass over one row of scores: B, the mask, exp, the sums, C, and rounding to the elements of the second product.

#include "kernels/cpu/packed/elements.hpp"
#include "kernels/cpu/packed/engine.hpp"
#include "kernels/cpu/simd/exp.hpp"

namespace attest::kernels::packed {
/// Binary exponents of weights: smaller ones become 0 (with the factor 2^-0.5 to 2^0.5 all others are normal numbers).
constexpr float least_exponent = -125;
constexpr double log2_e = 0x1.71547652b82fep+0;
/// 1.5 * 2^23: x + shifter has the integer nearest to x in its low bits, for |x| <= 2^22.
constexpr float shifter = 0x1.8p23f;

/// What a row carries from one block of keys to the next.
struct RowState {
  float reference = -__builtin_inff();  ///< softmax: an integer, in binary exponents; hardmax: the greatest score
  float sum = 0;                        ///< of weights
  float factor_sum = 0;                 ///< of weights times C
  float rescale = 1;                    ///< what this block's reference makes of the sums of the blocks before it
};

/// One row of a block of keys.
struct Row {
  float* scores;        ///< in: query times key. 64-byte aligned, as long as the block, padded
  const float* bias;    ///< null: absent
  const float* factor;  ///< null: absent
  const std::uint8_t* mask;
  const float* tops;     ///< the greatest scores, lane by lane, if they are known and bias is added; otherwise null
  std::int64_t visible;  ///< keys of this block that a causal mask leaves, and that exist
  std::int64_t padded;   ///< weights to write: zeros from visible on
};

/// Calls step(j, count) for every 16 keys j, j + 1, ...; count is 16, a constant in the code of all calls but the last.
template <typename Step>
[[gnu::always_inline]] inline void each_lanes(std::int64_t end, Step step) {
  std::int64_t j = 0;
  for (; j + lanes <= end; j += lanes) step(j, lanes);
  if (j < end) step(j, end - j);
}

/// Scores become scale * score + B, and -infinity where the mask or the end of the row hides the key. The greatest.
template <class V, bool has_bias, bool has_mask>
[[gnu::always_inline]] inline float greatest_score(const Row& row, double scale) {
  using Register = typename V::Register;
  const Register hidden = V::set(-__builtin_inff());
  Register most = hidden;
  each_lanes(
      row.visible, [&](std::int64_t j, std::int64_t count) __attribute__((always_inline)) {
        Register s = V::load(row.scores + j);
        if constexpr (has_bias)
          s = V::fma(s, V::set(static_cast<float>(scale)), simd::load_part<V>(row.bias + j, count));
        if constexpr (has_mask) s = V::select(V::nonzero(row.mask + j, static_cast<int>(count)), s, hidden);
        if (!has_mask && count < lanes) s = V::select(simd::first<V>(count), s, hidden);
        if (has_bias || has_mask || count < lanes) V::store(row.scores + j, s);
        most = V::max(s, most);
      });
  return V::greatest(most);
}

template <class V, bool has_bias, bool has_mask>
[[gnu::always_inline]] inline float greatest_of(const Row& row, double scale) {
  if (row.tops != nullptr) return V::greatest(V::load(row.tops));
  return greatest_score<V, has_bias, has_mask>(row, scale);
}

/// The weights of a row of hardmax: 1 where the score is the reference.
template <class V>
struct Hardmax {
  using Register = typename V::Register;
  float reference;

  [[gnu::always_inline]] Register operator()(Register scores) const {
    return V::select(V::equal(scores, V::set(reference)), V::set(1), Register{});
  }
};

/// Leaves the first of the greatest scores and hides the others.
[[gnu::always_inline]] inline void keep_first(const Row& row, float reference) {
  bool found = false;
  for (std::int64_t j = 0; j < row.visible; ++j) {
    if (row.scores[j] != reference) continue;
    if (found) row.scores[j] = -__builtin_inff();
    found = true;
  }
}

/// The weights of a row of softmax: 2^(x * unit - reference), x a score and unit the binary exponents of one.
///
/// n is the integer nearest to x * unit and comes as t = n - reference + shifter from one fused operation, so that t's
/// low bits are the weight's exponent; r = x * unit - n is rounded once, at most 2^-25 of 1. The reference is an
/// integer: it costs no rounding, nor does a rescaling.
template <class V>
struct Softmax {
  using Register = typename V::Register;
  float unit;
  float shift;  ///< shifter - reference, exact for |reference| <= 2^22

  [[gnu::always_inline]] Register operator()(Register scores) const {
    const Register t = V::fma(scores, V::set(unit), V::set(shift)), n = t - V::set(shift);
    const Register p = simd::exp2_of_fraction<V, simd::SixteenBits>(V::fma(scores, V::set(unit), -n));
    // t is whole where it is near the shifter, so that "greater than the number before" is "at least".
    return V::select(V::greater(t, V::set(shifter + least_exponent - 1)), V::add_to_exponent(p, t), Register{});
  }
};

/// Scores become weights, summed up, and, times C, elements of the product. Behind the visible ones come zeros.
template <typename Elements, bool has_factor, typename Weight>
[[gnu::always_inline]] inline void weigh(const Row& row, const Weight& weight, typename Elements::Type* weights,
                                         RowState& state) {
  using V = typename Elements::Vocabulary;
  using Register = typename V::Register;
  Register sum{}, factor_sum{};
  const auto sixteen = [&](std::int64_t j, std::int64_t count) __attribute__((always_inline)) {
    Register w = weight(V::load(row.scores + j));
    sum += w;
    if constexpr (has_factor) {
      w *= simd::load_part<V>(row.factor + j, count);
      factor_sum += w;
    }
    return w;
  };
  std::int64_t j = 0;
  for (; j + 2 * lanes <= row.visible; j += 2 * lanes) {
    const Register first = sixteen(j, lanes);
    Elements::store(weights + j, first, sixteen(j + lanes, lanes));
  }
  for (; j < row.padded; j += 2 * lanes) {
    Register w[2] = {};
    each_lanes(row.visible - j, [&](std::int64_t k, std::int64_t count) { w[k / lanes] = sixteen(j + k, count); });
    Elements::store(weights + j, w[0], w[1]);
  }
  state.sum = V::fma(state.sum, state.rescale, V::sum(sum));
  if (has_factor) state.factor_sum = V::fma(state.factor_sum, state.rescale, V::sum(factor_sum));
}

/// 2^exponent for an integer exponent <= 0; 0 where that is not a normal number.
[[gnu::always_inline]] inline float power_of_two(float exponent) {
  if (!(exponent >= -126)) return 0;
  return __builtin_bit_cast(float, (static_cast<std::int32_t>(exponent) + 127) << 23);
}

template <typename Elements, bool has_bias, bool has_factor, bool has_mask>
void softmax_row(const Row& row, double scale, typename Elements::Type* weights, RowState& state) {
  using V = typename Elements::Vocabulary;
  using Register = typename V::Register;
  // A bias is added to scores in their own unit; without one the scale is part of the change of units.
  float unit = static_cast<float>(has_bias ? log2_e : scale * log2_e);
  const float most = greatest_of<V, has_bias, has_mask>(row, scale);
  // Rounded up, so that no weight exceeds 1 by more than a rounding.
  const float reference = __builtin_ceilf(most * unit);
  const bool rises = reference > state.reference;
  state.rescale = rises && state.sum != 0 ? power_of_two(state.reference - reference) : 1;
  if (rises) state.reference = reference;
  if (most == -__builtin_inff()) {
    Row nothing = row;
    nothing.visible = 0;
    return weigh<Elements, has_factor>(nothing, Softmax<V>{0, 0}, weights, state);
  }
  float shift = shifter - state.reference;
  if (__builtin_fabsf(state.reference) > 0x1p22f) {  // shift would not be exact: subtract the reference first
    for (std::int64_t j = 0; j < row.visible; j += lanes) {
      // Above 0 by the rounding of the reference alone.
      const Register x = V::fma(V::load(row.scores + j), V::set(unit), V::set(-state.reference));
      V::store(row.scores + j, -V::max(-x, Register{}));
    }
    unit = 1;
    shift = shifter;
  }
  weigh<Elements, has_factor>(row, Softmax<V>{unit, shift}, weights, state);
}

template <typename Elements, bool has_bias, bool has_factor, bool has_mask>
void hardmax_row(const Row& row, double scale, bool first_only, typename Elements::Type* weights, RowState& state) {
  using V = typename Elements::Vocabulary;
  const float most = greatest_of<V, has_bias, has_mask>(row, scale);
  const bool rises = most > state.reference;
  state.rescale = rises && state.sum != 0 ? 0 : 1;
  if (rises) state.reference = most;
  Row seen = row;
  // -infinity is hidden, not tied; and the first of all may have been in a block before.
  if (most == -__builtin_inff() || (first_only && !rises && state.sum != 0)) seen.visible = 0;
  if (first_only) keep_first(seen, most);
  weigh<Elements, has_factor>(seen, Hardmax<V>{state.reference}, weights, state);
}

template <typename Elements, bool has_bias, bool has_factor, bool has_mask>
void row_weights(const Row& row, Weighting weighting, double scale, typename Elements::Type* weights, RowState& state) {
  if (weighting == Weighting::softmax)
    softmax_row<Elements, has_bias, has_factor, has_mask>(row, scale, weights, state);
  else
    hardmax_row<Elements, has_bias, has_factor, has_mask>(row, scale, weighting == Weighting::hardmax_first, weights,
                                                          state);
}

/// One row: scores in, weights (times C) and the row's sums out.
template <typename Elements>
void row_weights(const Row& row, Weighting weighting, double scale, typename Elements::Type* weights, RowState& state) {
  static constexpr auto cases = [] {
    using Case = void (*)(const Row&, Weighting, double, typename Elements::Type*, RowState&);
    struct Table {
      Case of[2][2][2];
    };
    return Table{{{{row_weights<Elements, false, false, false>, row_weights<Elements, false, false, true>},
                   {row_weights<Elements, false, true, false>, row_weights<Elements, false, true, true>}},
                  {{row_weights<Elements, true, false, false>, row_weights<Elements, true, false, true>},
                   {row_weights<Elements, true, true, false>, row_weights<Elements, true, true, true>}}}};
  }();
  cases.of[row.bias != nullptr][row.factor != nullptr][row.mask != nullptr](row, weighting, scale, weights, state);
}

}  // namespace attest::kernels::packed
