// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/row_enclosure.hpp"

#include <algorithm>
#include <cmath>

namespace attest::verify::judge {

using theory::Enclosure;
using theory::Rational;

namespace {

constexpr double unit = 0x1p-53;

/// (a + a_low) / (b + b_low) as a double-double; its error is at most 16 u^2 of it.
Enclosed quotient(double a, double a_low, double b, double b_low) {
  const double first = a / b;
  const double rest = std::fma(-first, b, a) + std::fma(-first, b_low, a_low);
  const double second = rest / b, high = first + second;
  return {high, second - (high - first), 0};
}

}  // namespace

RowEnclosure::RowEnclosure(const Head& head, const RowConstants<double>& constants, const simd::ScoreSummary& scores,
                           const simd::WeightSummary& weights, const RungErrors& errors)
    : head_(head), c_(constants), scores_(scores), weights_(weights), errors_(errors) {
  row_ = {std::max(std::fabs(scores.top_low), std::fabs(scores.top_high)),
          scores.top_high - scores.top_low,
          weights.denominator_error / weights.sum,
          weights.sum,
          std::sqrt(weights.factor_squares) / weights.sum,
          scores.factor};
  // Squares out of range say nothing.
  squares_known_ =
      constants.norm_relative == 0 || (weights.factor_squares >= 0x1p-900 && std::isfinite(row_.weight_norm));
  relative_ = 2 * errors.weight + errors.sum + errors.flushed;
  // X_j = delta_j + ... (N.5): the errors of delta_j and of R_j; phi' X / phi <= 2, or 1 + X where phi is e^X.
  slack_ = 2 * errors.bound + 2 * relative_ + 8 * errors.score * (1 + c_.argument) + 0x1p-44 +
           weights.greatest_growth * (errors.bound + 0x1p-44) + 16 * unit * (1 + row_.top_magnitude);
}

Expected RowEnclosure::element(double sum, double sum_low, double weighted, const Head::Column& values, double round,
                               double underflow) const {
  Expected result{quotient(sum, sum_low, weights_.sum, weights_.sum_low), {HUGE_VAL, HUGE_VAL}};
  const double reach = row_.factor_max * values.greatest;  // no |C_ij v_jc| is more
  const double weighted_mean = weighted / weights_.sum;
  // A sum that overflowed leaves infinities or NaN in one of these: numbers that say nothing of the row, while its
  // exact result may well be finite.
  if (!std::isfinite(result.exact.high + result.exact.low) || !std::isfinite(reach + weighted_mean)) return unknown;
  // sum_j A_ij |C_ij v_jc|, which numerator * it <= the weighted sum bounds, too.
  const double mean = c_.numerator > 0 ? std::min(reach, weighted_mean * 1.01 / c_.numerator) : reach;
  const double size = std::fabs(result.exact.high);
  // Products below the least subnormal number, and weights that meet tiny factors.
  const bool is_zero = row_.factor_max == 0 || values.greatest == 0;
  const double lost =
      is_zero ? 0 : errors_.flushed * (row_.factor_max + 0x1p-200) * values.greatest + c_.visible * 0x1p-1070;
  result.exact.radius = (relative_ * (mean + size) + lost + errors_.quotient * size) * (1 + 0x1p-20);

  if (!c_.bounded) return result;

  // Errors that are not relative, seen relative to the bound, which is at least the weighted mean and, of a rounding,
  // at least the numerator's times |exact|.
  double slack = slack_;
  const double absolute = errors_.bound_absolute * reach + 8 * errors_.score * c_.argument * mean;
  if (absolute > 0) slack += absolute / weighted_mean;
  if (result.exact.radius > 0) slack += 2 * result.exact.radius / std::min(weighted_mean, reach);
  if (!(slack < 0x1p-10) || !squares_known_) return unknown;
  const ColumnSums<double> column{size, weighted_mean, values};
  result.bound = output_bound(c_, row_, column, round, underflow, slack);
  // No finite bound, or one that overflowed on the way? (N.7)'s factors are below 2^200.
  if (std::isinf(result.bound.low) && std::max(reach, row_.factor_max * values.norm) > 0x1p800) return unknown;
  return result;
}

Expected RowEnclosure::output(double sum, double sum_low, double weighted, const Head::Column& values) const {
  return element(sum, sum_low, weighted, values, c_.output_round, c_.output_underflow);
}

Expected RowEnclosure::row_sum() const {
  Expected result = element(weights_.factor_sum, weights_.factor_sum_low, weights_.weighted_factor, {c_.visible, 0, 1},
                            c_.term_round, c_.term_underflow);
  if (!head_.has_factor() && std::isfinite(result.exact.radius)) result.exact = {1, 0, 0};
  return result;
}

Expected RowEnclosure::log_sum_exp() const {
  constexpr long precision = 128;
  const Enclosure sum = Enclosure(Rational::from_double(weights_.sum), precision) +
                        Enclosure(Rational::from_double(weights_.sum_low), precision);
  Expected result{to_enclosed(Enclosure(Rational::from_double(scores_.top), precision) + log(sum)), {}};
  result.exact.radius += relative_ * (1 + 0x1p-10);
  const double absolute = 8 * errors_.score * c_.argument + errors_.bound_absolute + 2 * result.exact.radius;
  const double bound_slack = slack_ + (absolute > 0 ? absolute / row_.denominator : 0);
  if (!c_.bounded) return {result.exact, {HUGE_VAL, HUGE_VAL}};
  if (!(bound_slack < 0x1p-10)) return unknown;
  result.bound = log_sum_exp_bound(c_, row_, std::fabs(result.exact.high), bound_slack);
  return result;
}

bool is_in_range(const simd::ScoreSummary& scores, const simd::WeightSummary& weights) {
  const double everything = scores.top + scores.top_low + scores.top_high + scores.magnitude + weights.sum +
                            weights.denominator_error + weights.weighted_factor;
  return scores.regular && weights.regular && std::isfinite(everything);
}

simd::RowPass row_pass(const Head& head, const RowConstants<double>& c, std::int64_t i, std::int64_t end,
                       double magnitude_unit, double rounding, double* bias_buffer, double* factor_buffer) {
  return {.end = end,
          .mask = head.mask_row(i),
          .bias = head.has_bias() ? head.bias_row(i, bias_buffer) : nullptr,
          .factor = head.has_factor() ? head.factor_row(i, factor_buffer) : nullptr,
          .scale = head.softcap() > 0 ? 1 : head.scale(),  // a cap comes behind the scale, before the passes
          .magnitude_unit = magnitude_unit * std::fabs(head.scale()),
          .rounding = rounding,
          .tanh = c.tanh,
          .softcap = c.softcap,
          .score = c.score,
          .bias_error = c.bias,
          .score_underflow = c.score_underflow(head, head.norm_of_query(i), head.greatest_key_norm),
          .argument = c.argument,
          .exponential = c.exponential,
          .lag = c.lag,
          .numerator = c.numerator,
          .denominator = c.denominator};
}

}  // namespace attest::verify::judge
