// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/stages.hpp"

#include <cmath>
#include <limits>
#include <memory>

#include "verify/judge/bound.hpp"

namespace attest::verify::judge {

using instances::Instance;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A relative error x of numbers above and below a quotient moves it by x / (1 - x) of their effect.
double of_quotient(double moved) { return std::isinf(moved) ? infinity : moved / (1 + moved); }

double middle(const ElementVerdict& v) { return v.truth_low + (v.truth_high - v.truth_low) / 2; }

}  // namespace

/// The exact row in double, and what an error of 1 in one stage does to its elements, to first order.
class StageErrors::Row {
 public:
  Row(const Head& head, const attest_error_class& error, std::int64_t i) : head_(head) {
    const std::uint8_t* mask = head.mask_row(i);
    const std::int64_t end = head.end(i);
    std::vector<double> bias_buffer(static_cast<std::size_t>(head.keys)), factor_buffer(bias_buffer);
    const double* bias = head.has_bias() ? head.bias_row(i, bias_buffer.data()) : nullptr;
    const double* factor = head.has_factor() ? head.factor_row(i, factor_buffer.data()) : nullptr;
    double top = -infinity, greatest = 0;
    for (std::int64_t j = 0; j < end; ++j) {
      if (mask != nullptr && mask[j] == 0) continue;
      double product = 0, magnitude = 0;
      for (std::int64_t c = 0; c < head.width; ++c) {
        const double term = head.query[at(i, head.width, c)] * head.key[at(j, head.width, c)];
        product += term;
        magnitude += std::fabs(term);
      }
      double score = head.scale() * product;
      if (head.softcap() > 0) score = head.softcap() * std::tanh(score / head.softcap());
      const double b = bias ? bias[j] : 0;
      keys_.push_back({j, score + b, std::fabs(head.scale()) * magnitude + std::fabs(b), factor ? factor[j] : 1});
      top = std::max(top, score + b);
      greatest = std::max(greatest, std::fabs(score + b));
    }
    double sum = 0;
    for (Key& key : keys_) sum += key.weight = std::exp(key.weight - top);
    for (Key& key : keys_) key.weight /= sum;

    const auto n = static_cast<std::int64_t>(keys_.size());
    if (n == 0) return;
    const RowConstants<double> c(head, error, n, end, 0.0);
    permitted_ = {c.score, c.exponential + c.argument * (greatest + c.lag), c.denominator, c.numerator, c.output_round};
  }

  double permitted(Stage stage) const { return permitted_[static_cast<std::size_t>(stage)]; }

  double effect(Stage stage, const ElementVerdict& v) const {
    const double exact = std::fabs(middle(v));
    const bool is_logarithm = v.part == "log_sum_exp";
    switch (stage) {
      case Stage::output:
        return exact;
      case Stage::denominator:
        return is_logarithm ? 1 : exact;
      case Stage::product:
        return is_logarithm ? 0 : sum_of(v, [](const Key&, double g) { return std::fabs(g); });
      case Stage::exponential:
        return is_logarithm ? 1 : sum_of(v, [&](const Key&, double g) { return std::fabs(g - middle(v)); });
      case Stage::scores:
        return sum_of(
            v, [&](const Key& key, double g) { return key.magnitude * (is_logarithm ? 1 : std::fabs(g - middle(v))); });
    }
    return 0;
  }

 private:
  struct Key {
    std::int64_t j;
    double weight;  ///< its score, until all are there
    double magnitude, factor;
  };

  static std::size_t at(std::int64_t row, std::int64_t width, std::int64_t column) {
    return static_cast<std::size_t>(row * width + column);
  }

  template <class Term>
  double sum_of(const ElementVerdict& v, Term term) const {
    double sum = 0;
    for (const Key& key : keys_) {
      const double value = v.part == "output" ? head_.value[at(key.j, head_.value_width, v.column)] : 1;
      sum += key.weight * term(key, key.factor * value);
    }
    return sum;
  }

  const Head& head_;
  std::vector<Key> keys_;
  std::array<double, kStages.size()> permitted_{};
};

namespace {

/// |d| such that computed = exact / (1 + d), up to the bounds, in every column of the row: one d for all.
double common_denominator(const std::vector<ElementVerdict>& row) {
  double low = -infinity, high = infinity;  // of 1 / (1 + d) - 1
  for (const ElementVerdict& v : row) {
    if (v.part != "output" || v.is_unbounded()) continue;
    const double exact = middle(v), error = v.computed - exact;
    if (std::fabs(error) > v.bound && exact == 0) return infinity;
    if (exact == 0) continue;
    const double one = (error - v.bound) / exact, other = (error + v.bound) / exact;
    low = std::max(low, std::min(one, other));
    high = std::min(high, std::max(one, other));
  }
  if (low > high) return infinity;
  const double least = low > 0 ? low : high < 0 ? -high : 0;
  return least < 1 ? least / (1 - least) : infinity;
}

}  // namespace

void StageErrors::add(const Instance& instance, const attest_error_class& error,
                      const std::vector<std::vector<ElementVerdict>>& rows, double lambda) {
  std::unique_ptr<Head> head;
  std::int64_t of_batch = -1, of_head = -1;
  for (const std::vector<ElementVerdict>& row : rows) {
    const ElementVerdict& first = row.front();
    if (!head || first.batch != of_batch || first.head != of_head)
      head = std::make_unique<Head>(instance, of_batch = first.batch, of_head = first.head, lambda);
    const Row exact(*head, error, first.query);
    const double common = common_denominator(row);
    for (const Stage stage : kStages) {
      Tally& tally = tallies_[static_cast<std::size_t>(stage)];
      const auto count = [&](double bound, double effect) {
        if (effect > 0) {
          tally.logarithms += std::log2(effect);
          ++tally.ratios[std::ilogb(std::max(bound / effect, std::numeric_limits<double>::min()))];
        } else {
          tally.logarithms += std::log2(std::max(bound, std::numeric_limits<double>::min()));
        }
      };
      double least = stage == Stage::denominator ? common : 0, greatest_effect = 0;
      for (const ElementVerdict& v : row) {
        if (v.is_unbounded()) continue;
        // Another format may be the output's alone.
        const bool is_apart = stage == Stage::output && v.part != "output" && v.standing != Standing::outside;
        const double effect = is_apart ? 0 : exact.effect(stage, v), open = v.error_high - v.bound;
        const bool in_common = stage == Stage::denominator && v.part == "output";
        // One error of the denominator moves all columns: they are known from the one that moves most.
        count(v.bound, in_common && effect <= greatest_effect ? 0 : effect);
        greatest_effect = in_common ? std::max(greatest_effect, effect) : greatest_effect;
        if (in_common || (open <= 0 && v.standing != Standing::outside)) continue;
        const double moved = std::isfinite(open) && effect > 0 ? std::max(open, 0.0) / effect : infinity;
        const bool is_linear = stage == Stage::product || stage == Stage::output;
        least = std::max(least, is_linear ? moved : of_quotient(moved));
      }
      for (const ElementVerdict& v : row)
        if (v.standing == Standing::outside && !std::isfinite(v.error_high)) least = infinity;
      if (least > tally.least) tally.least = least, tally.permitted = exact.permitted(stage);
    }
  }
}

StageErrors::Found StageErrors::of(Stage stage) const {
  const Tally& tally = tallies_[static_cast<std::size_t>(stage)];
  Found found{tally.least, tally.permitted, tally.logarithms};
  const double least = std::log2(std::max(tally.least, std::numeric_limits<double>::min()));
  for (const auto& [ratio, count] : tally.ratios)
    found.room += static_cast<double>(count) * std::max<double>(ratio, least);
  return found;
}

}  // namespace attest::verify::judge
