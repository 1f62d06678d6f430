// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "verify/judge/row_enclosure.hpp"
#include "verify/judge/rungs.hpp"
#include "verify/judge/softcap.hpp"

namespace attest::verify::judge {

double precise_rounding(const Head& head) {
  const auto w = static_cast<double>(head.width + 2);
  return (2 * w * w + 8) * 0x1p-106;
}
double precise_score_error(const Head& head, double magnitude, double score_magnitude) {
  return precise_rounding(head) * magnitude + 8 * 0x1p-106 * score_magnitude +
         0x1p-1000 * std::max(1.0, std::fabs(head.scale())) + precise_cap_error(head);
}

SecondRung::SecondRung(const Head& head, const attest_error_class& error, const PackedHead& packed,
                       const simd::Code& code)
    : head_(head),
      error_(error),
      packed_(packed),
      code_(code),
      high_(packed.key_columns),
      low_(packed.key_columns),
      magnitudes_(packed.key_columns),
      sums_(packed.value_columns),
      sums_low_(packed.value_columns),
      bounds_(packed.value_columns),
      bias_(static_cast<std::size_t>(head.keys)),
      factor_(static_cast<std::size_t>(head.keys)) {}

std::optional<ExpectedRow> SecondRung::row(std::int64_t i, const Wanted& wanted) {
  const std::int64_t end = head_.end(i), visible = head_.visible_count(i), width = head_.width, panel = packed_.panel;
  if (!head_.norms_are_finite || precise_cap_error(head_) > 0x1p-20) return std::nullopt;
  const RowConstants<double> constants(head_, error_, visible, end, 0.0);
  const simd::RowPass pass =
      row_pass(head_, constants, i, end, 1, precise_rounding(head_), bias_.data(), factor_.data());

  code_.precise_products(head_.query.data() + i * width, width, packed_.keys.data(), width * panel,
                         (end + panel - 1) / panel * panel, high_.data(), low_.data(), magnitudes_.data());
  if (head_.softcap() > 0) cap_scores(head_, code_, high_.data(), low_.data(), (end + 7) / 8 * 8);
  const simd::ScoreSummary scores =
      code_.precise_score(pass, head_.bias_rest_row(i), high_.data(), low_.data(), magnitudes_.data());
  const simd::WeightSummary weights = code_.precise_weigh(pass, scores, high_.data(), low_.data(), magnitudes_.data());
  if (!is_in_range(scores, weights)) return std::nullopt;
  code_.precise_sums(high_.data(), low_.data(), magnitudes_.data(), end, packed_.values.data(), head_.keys * panel,
                     packed_.value_columns, sums_.data(), sums_low_.data(), bounds_.data());

  // T.5 of docs/numerics.md.
  constexpr double unit = 0x1p-53, square = unit * unit;
  const auto w = static_cast<double>(width + 2), n = constants.visible + 4;
  RungErrors errors{};
  errors.score = precise_score_error(head_, weights.magnitude, weights.score_magnitude);
  errors.weight = errors.score + simd::precise_exp_error;
  errors.sum = 4 * n * n * square;
  errors.quotient = 32 * square;
  errors.flushed = n * 0x1p-860;
  errors.bound = 2 * (w + n + 8) * unit;
  const RowEnclosure enclosure(head_, constants, scores, weights, errors);

  ExpectedRow result;
  for (const std::int64_t c : wanted.columns)
    result.output.push_back(enclosure.output(sums_[c], sums_low_[c], bounds_[c], head_.column_of_row(error_, i, c)));
  if (wanted.row_sum) result.row_sum = enclosure.row_sum();
  if (wanted.log_sum_exp) result.log_sum_exp = enclosure.log_sum_exp();
  return result;
}

}  // namespace attest::verify::judge
