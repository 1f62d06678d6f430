// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "verify/judge/row_enclosure.hpp"
#include "verify/judge/rungs.hpp"

namespace attest::verify::judge {

namespace {

/// Relative errors of the bound's own sums, all of numbers that are not negative, are less than this.
constexpr double slack = 0x1p-36;

/// A class that rounds as double does.
attest_error_class double_class() {
  attest_error_class error{};
  error.accumulate = 0x1p-53;
  error.underflow = 0x1p-1000;
  return error;
}

/// a + b with what the sum of many such may be off by in units of 2^-105 of the magnitudes.
struct Sum {
  double high = 0, low = 0, magnitudes = 0;
  void add(double factor, double v) {
    const double product = factor * v, rest = std::fma(factor, v, -product);
    const double sum = high + product, back = sum - high;
    low += ((high - (sum - back)) + (product - back)) + rest;
    high = sum;
    magnitudes += std::fabs(product);
  }
};

}  // namespace

/// Who wins, for certain, and whom a kernel may take for a winner: for certain, and perhaps.
struct HardmaxRung::Choice {
  RowConstants<double> constants;
  std::vector<std::int64_t> winners{}, sure{}, possible{};
  bool exact = false;  ///< the kernel's scores are exact: it has no choice
};

HardmaxRung::HardmaxRung(const Head& head, const attest_error_class& error, const PackedHead& packed,
                         const simd::Code& code)
    : head_(head),
      error_(error),
      packed_(packed),
      code_(code),
      exact_(head),
      high_(packed.key_columns),
      low_(packed.key_columns),
      magnitudes_(packed.key_columns),
      bias_(static_cast<std::size_t>(head.keys)),
      factor_(static_cast<std::size_t>(head.keys)) {}

std::optional<HardmaxRung::Choice> HardmaxRung::choose(std::int64_t i) {
  const std::int64_t end = head_.end(i), width = head_.width, panel = packed_.panel;
  Choice choice{.constants = {head_, error_, head_.visible_count(i), end, 0.0}};
  if (!choice.constants.bounded || !head_.norms_are_finite) return std::nullopt;
  const simd::RowPass pass =
      row_pass(head_, choice.constants, i, end, 1, precise_rounding(head_), bias_.data(), factor_.data());
  code_.precise_products(head_.query.data() + i * width, width, packed_.keys.data(), width * panel,
                         (end + panel - 1) / panel * panel, high_.data(), low_.data(), magnitudes_.data());
  const simd::ScoreSummary scores =
      code_.precise_score(pass, head_.bias_rest_row(i), high_.data(), low_.data(), magnitudes_.data());
  if (!scores.regular || !std::isfinite(scores.magnitude)) return std::nullopt;

  static const attest_error_class as_double = double_class();
  const double error =
      exact_.cannot_round(as_double, i) ? 0 : precise_score_error(head_, scores.magnitude, scores.score_magnitude);
  const auto delta = [&](std::int64_t j) {
    return pass.score * magnitudes_[j] + pass.bias_error * std::fabs(pass.bias == nullptr ? 0 : pass.bias[j]) +
           pass.score_underflow;
  };

  // The greatest score, as high + low, and the greatest score less its error.
  std::int64_t best = -1;
  double least_top = -HUGE_VAL, greatest_delta = 0;
  for (std::int64_t j = 0; j < end; ++j) {
    if (high_[j] == -HUGE_VAL) continue;
    if (best < 0 || high_[j] > high_[best] || (high_[j] == high_[best] && low_[j] > low_[best])) best = j;
    greatest_delta = std::max(greatest_delta, delta(j));
    least_top = std::max(least_top, high_[j] - delta(j));
  }
  // Rounding of the sums and differences of doubles here, and of delta.
  const double loose = error + (std::fabs(least_top) + scores.score_magnitude) * 0x1p-51 + 2 * greatest_delta * slack;
  for (std::int64_t j = 0; j < end; ++j) {
    if (high_[j] == -HUGE_VAL) continue;
    const double behind = (high_[best] - high_[j]) + (low_[best] - low_[j]);
    if (behind <= 3 * error) choice.winners.push_back(j);
    const double above = high_[j] + delta(j) - least_top;
    if (above >= loose) choice.sure.push_back(j);
    if (above >= -loose) choice.possible.push_back(j);
  }
  if (error > 0) choice.winners = exact_.greatest(i, choice.winners);
  choice.exact = exact_.cannot_round(error_, i);
  if (choice.exact && head_.instance().ties == ATTEST_TIES_FIRST) choice.winners.resize(1);
  if (choice.exact) choice.possible = choice.winners;
  if (choice.exact || choice.sure.empty()) choice.sure = choice.winners;  // who wins is always a candidate
  return choice;
}

Expected HardmaxRung::element(const Choice& choice, const double* factor, std::int64_t column) const {
  const bool is_row_sum = column < 0;
  const auto value = [&](std::int64_t j) {
    return is_row_sum ? 1 : head_.value[static_cast<std::size_t>(j * head_.value_width + column)];
  };
  const auto coefficient = [&](std::int64_t j) { return factor == nullptr ? 1 : factor[j]; };
  const attest_ties ties = head_.instance().ties;

  Sum sum;
  for (const std::int64_t j : choice.winners) {
    sum.add(coefficient(j), value(j));
    if (ties == ATTEST_TIES_FIRST) break;
  }
  const auto count = static_cast<double>(choice.winners.size());
  Expected result{{sum.high + sum.low, 0, 0}, {}};
  result.exact.low = sum.low - (result.exact.high - sum.high);
  // TwoSum and two products a term; then, for the mean, a quotient.
  if (count > 1 && ties != ATTEST_TIES_FIRST)
    result.exact.radius = 4 * (count + 2) * (count + 2) * 0x1p-106 * sum.magnitudes;
  if (ties == ATTEST_TIES_UNIFORM && count > 1) {
    const double high = result.exact.high / count, rest = std::fma(-high, count, result.exact.high);
    result.exact = {high, (rest + result.exact.low) / count, result.exact.radius / count + 0x1p-100 * std::fabs(high)};
  }

  const double exact = result.exact.high + result.exact.low, size = std::fabs(exact);
  if (!std::isfinite(exact) || !std::isfinite(result.exact.radius)) return unknown;
  // The distance to the farthest choice is itself rounded: `side` is -1 for a lower bound of it, 1 for an upper one.
  const auto bound = [&](const std::vector<std::int64_t>& candidates, double side) {
    double low = HUGE_VAL, high = -HUGE_VAL, negative = 0, positive = 0, total = 0, greatest = 0, loads = 0;
    for (const std::int64_t j : candidates) {
      const double x = coefficient(j) * value(j);
      low = std::min(low, x);
      high = std::max(high, x);
      (x < 0 ? negative : positive) += x;
      total += std::fabs(x);
      greatest = std::max(greatest, std::fabs(x));
      loads += std::fabs(coefficient(j)) + std::fabs(value(j));
    }
    if (ties == ATTEST_TIES_ALL) {
      if (low < 0) low = negative;
      if (high > 0) high = positive;
    }
    const bool chosen = choice.exact || candidates.size() == 1;  // then the rule is no error
    const double rounding = static_cast<double>(candidates.size() + 4) * 0x1p-52 * (total + size);
    const double reach = chosen ? 0 : std::max(std::max(high - exact, exact - low) + side * rounding, 0.0);
    return hardmax_bound(choice.constants, error_, static_cast<std::int64_t>(candidates.size()), size, reach,
                         ties == ATTEST_TIES_ALL ? total : greatest, loads,
                         is_row_sum ? choice.constants.term_round : choice.constants.output_round,
                         is_row_sum ? choice.constants.term_underflow : choice.constants.output_underflow, slack);
  };
  result.bound = {bound(choice.sure, -1).low, bound(choice.possible, 1).high};
  if (std::isinf(result.bound.low)) return unknown;  // no finite bound, or one that overflowed on the way
  return result;
}

std::optional<ExpectedRow> HardmaxRung::row(std::int64_t i, const Wanted& wanted) {
  const std::optional<Choice> choice = choose(i);
  if (!choice) return std::nullopt;
  const double* factor = head_.has_factor() ? head_.factor_row(i, factor_.data()) : nullptr;
  ExpectedRow result;
  for (const std::int64_t c : wanted.columns) result.output.push_back(element(*choice, factor, c));
  if (wanted.row_sum) result.row_sum = element(*choice, factor, -1);
  return result;
}

}  // namespace attest::verify::judge
