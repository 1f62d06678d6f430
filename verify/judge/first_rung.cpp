// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "verify/judge/row_enclosure.hpp"
#include "verify/judge/rungs.hpp"
#include "verify/judge/softcap.hpp"

namespace attest::verify::judge {

namespace {

constexpr double unit = 0x1p-53, float_unit = 0x1p-24;

/// Keys that are summed in a row before the sum is added to that of the keys before them.
constexpr std::int64_t keys_per_sum = 256;

double gamma(double operations, double u) { return operations * u / (1 - operations * u); }

/// Of a score, relative to P + |B| as it was computed in float (T.1).
double rounding(const Head& head) {
  const auto width = static_cast<double>(head.width);
  return gamma(width + 4, unit) * (1 + 2 * gamma(width + 6, float_unit));
}

}  // namespace

FirstRung::FirstRung(const Head& head, const attest_error_class& error, const PackedHead& packed,
                     const simd::Code& code)
    : head_(head),
      error_(error),
      packed_(packed),
      code_(code),
      stride_(packed.key_columns + 8),
      scores_(rows_per_block * stride_),
      sums_(rows_per_block * packed.value_columns),
      bounds_(rows_per_block * packed.value_columns),
      magnitudes_(rows_per_block * stride_),
      query_magnitudes_(rows_per_block * head.width),
      partial_(rows_per_block * packed.value_columns),
      query_units_(static_cast<std::size_t>(rows_per_block)),
      bias_(static_cast<std::size_t>(head.keys)),
      factor_(static_cast<std::size_t>(head.keys)) {}

/// A row on its way through the block.
struct FirstRung::Row {
  std::int64_t query;
  RowConstants<double> constants;
  simd::ScoreSummary scores{};
  simd::WeightSummary weights{};
  double weight_unit = 1;  ///< what 1 in its magnitudes stands for

  /// T.1 to T.4 of docs/numerics.md.
  RungErrors errors(const Head& head, double magnitude_unit) const {
    const auto width = static_cast<double>(head.width), visible = constants.visible;
    const double products = gamma(width + 6, float_unit);  // of P, also where query and key are rounded to float
    RungErrors e{};
    // Products of q and k, and of their units, that underflow are lost before the scale makes them greater.
    e.score = rounding(head) * weights.magnitude + 0x1p-1000 * std::max({1.0, magnitude_unit, std::fabs(head.scale())});
    e.score += cap_error(head);
    e.weight = e.score + 4 * unit * (1 - simd::least_exponent) + simd::exp_error;
    e.sum = gamma(visible + 8, unit);
    e.quotient = 4 * unit;
    e.flushed = visible * 0x1p-860;
    e.bound = 2 * products + gamma(static_cast<double>(keys_per_sum) + 6, float_unit);
    // Keys left out by FirstGrowth, and floats that underflow: |query| |key| below 2^-126 of the greatest, and weights.
    e.bound_absolute = visible * (weights.has_negligible ? 0x1p-86 : 0) + visible * 0x1p-120 * weight_unit +
                       constants.score * magnitude_unit * (3 * width * 0x1p-149);
    return e;
  }
};

std::vector<std::optional<ExpectedRow>> FirstRung::block(std::int64_t first, std::int64_t count, const Wanted& wanted) {
  std::vector<std::optional<ExpectedRow>> result(static_cast<std::size_t>(count));
  std::int64_t end = 0;
  for (std::int64_t i = first; i < first + count; ++i) end = std::max(end, head_.end(i));
  // Beyond that the cap's own rounding moves weights.
  if (end == 0 || !head_.norms_are_finite || cap_error(head_) > 0x1p-20) return result;
  multiply_scores(first, count, end);

  std::vector<std::optional<Row>> rows(static_cast<std::size_t>(count));
  for (std::int64_t slot = 0; slot < count; ++slot)
    rows[static_cast<std::size_t>(slot)] = weigh(first + slot, slot, end);
  multiply_values(count, end);

  for (std::int64_t slot = 0; slot < count; ++slot) {
    const std::optional<Row>& row = rows[static_cast<std::size_t>(slot)];
    if (row && is_in_range(row->scores, row->weights))
      result[static_cast<std::size_t>(slot)] = finish(*row, slot, wanted);
  }
  return result;
}

void FirstRung::multiply_scores(std::int64_t first, std::int64_t count, std::int64_t end) {
  const std::int64_t width = head_.width, wide = 2 * packed_.panel, columns = (end + wide - 1) / wide * wide;
  for (std::int64_t slot = 0; slot < count; ++slot) {
    const double* query = head_.query.data() + (first + slot) * width;
    double greatest = 0;
    for (std::int64_t c = 0; c < width; ++c) greatest = std::max(greatest, std::fabs(query[c]));
    const double query_unit = query_units_[static_cast<std::size_t>(slot)] = unit_for(greatest);
    for (std::int64_t c = 0; c < width; ++c)
      query_magnitudes_[slot * width + c] = static_cast<float>(std::fabs(query[c]) / query_unit);
  }
  code_.product(head_.query.data() + first * width, width, count, width, packed_.keys.data(), width * packed_.panel,
                columns, scores_.data(), stride_, false);
  code_.product_float(query_magnitudes_.data(), width, count, width, packed_.key_magnitudes.data(), width * wide,
                      columns, magnitudes_.data(), stride_, false);
}

/// Both passes over a row. Its weights are 0 from its own end to that of the block.
std::optional<FirstRung::Row> FirstRung::weigh(std::int64_t i, std::int64_t slot, std::int64_t block_end) {
  const std::int64_t end = head_.end(i), visible = head_.visible_count(i);
  double* scores = scores_.data() + slot * stride_;
  float* magnitudes = magnitudes_.data() + slot * stride_;
  std::optional<Row> row;
  if (visible > 0) {
    row.emplace(Row{.query = i, .constants = {head_, error_, visible, end, 0.0}});
    const simd::RowPass pass =
        row_pass(head_, row->constants, i, end, packed_.key_unit * query_units_[static_cast<std::size_t>(slot)],
                 rounding(head_), bias_.data(), factor_.data());
    if (head_.softcap() > 0) cap_scores(head_, code_, scores, (end + 7) / 8 * 8);
    row->scores = code_.score(pass, scores, magnitudes);
    row->weight_unit = unit_for(std::max(row->constants.numerator * row->scores.factor, 0x1p-900));
    row->weights = code_.weigh(pass, row->scores, scores, magnitudes, 1 / row->weight_unit);
  }
  const std::int64_t written = visible > 0 ? (end + 7) / 8 * 8 : 0;
  std::fill(scores + std::min(written, stride_), scores + std::max(block_end, written), 0.0);
  std::fill(magnitudes + std::min(written, stride_), magnitudes + std::max(block_end, written), 0.0F);
  return row;
}

void FirstRung::multiply_values(std::int64_t count, std::int64_t end) {
  const std::int64_t columns = packed_.value_columns, panel = packed_.panel, keys = head_.keys;
  std::fill(bounds_.data(), bounds_.data() + count * columns, 0.0);
  for (std::int64_t j = 0; j < end; j += keys_per_sum) {
    const std::int64_t depth = std::min(keys_per_sum, end - j);
    code_.product(scores_.data() + j, stride_, count, depth, packed_.values.data() + j * panel, keys * panel, columns,
                  sums_.data(), columns, j > 0);
    code_.product_float(magnitudes_.data() + j, stride_, count, depth, packed_.value_magnitudes.data() + j * 2 * panel,
                        keys * 2 * panel, columns, partial_.data(), columns, false);
    for (std::int64_t t = 0; t < count * columns; ++t) bounds_[t] += static_cast<double>(partial_[t]);
  }
}

ExpectedRow FirstRung::finish(const Row& row, std::int64_t slot, const Wanted& wanted) const {
  const RungErrors errors =
      row.errors(head_, packed_.key_unit * query_units_[static_cast<std::size_t>(slot)] * std::fabs(head_.scale()));
  const RowEnclosure enclosure(head_, row.constants, row.scores, row.weights, errors);
  ExpectedRow result;
  result.output.reserve(wanted.columns.size());
  const std::int64_t start = slot * packed_.value_columns;
  for (const std::int64_t c : wanted.columns) {
    const auto column = static_cast<std::size_t>(c);
    result.output.push_back(enclosure.output(sums_[start + c], 0,
                                             bounds_[start + c] * row.weight_unit * packed_.value_units[column],
                                             head_.column_of_row(error_, row.query, c)));
  }
  if (wanted.row_sum) result.row_sum = enclosure.row_sum();
  if (wanted.log_sum_exp) result.log_sum_exp = enclosure.log_sum_exp();
  return result;
}

}  // namespace attest::verify::judge
