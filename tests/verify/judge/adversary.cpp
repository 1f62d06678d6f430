// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/judge/adversary.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "verify/judge/head.hpp"

namespace attest::tests {

using verify::judge::Head;

namespace {

using Direction = Tactics::Direction;

class Adversary {
 public:
  Adversary(const Head& head, const attest_error_class& error, const Tactics& tactics, std::mt19937_64& random)
      : head_(head), e_(error), tactics_(tactics), random_(random) {}

  void row(std::int64_t i, std::int64_t target, double* output, double* row_sum, double* log_sum_exp) {
    list_keys(i);
    if (keys_.empty()) {
      std::fill(output, output + head_.value_width, 0.0);
      *row_sum = 0;
      *log_sum_exp = -HUGE_VAL;
      return;
    }
    aim(i, target);
    for (std::size_t t = 0; t < keys_.size(); ++t) scores_.push_back(score(i, t));
    weigh();
    const std::size_t n = keys_.size();
    std::vector<double> terms(n);
    for (std::size_t t = 0; t < n; ++t) terms[t] = rounded_weight(weights_[t], signs_[t] < 0 ? 1 : -1);
    const double sum = add_blocks(terms, -1);
    for (std::int64_t c = -1; c < head_.value_width; ++c) {
      for (std::size_t t = 0; t < n; ++t) terms[t] = numerator_term(t, c, sum);
      double result = add_blocks(terms, 1);
      if (!tactics_.normalize_first) result = op(result * op(1 / sum, 1), 1);
      if (c < 0)
        *row_sum = result;
      else
        output[c] = op_with(head_.value_scale == 1 ? result : op(result, 1), e_.output_round, e_.underflow, 1);
    }
    const double logarithm = std::log(sum), reference = references_.back();
    *log_sum_exp = op(op_with(logarithm, e_.exp_relative, e_.exp_relative, 1) + reference, 1);
  }

 private:
  double direction(double wanted) {
    switch (tactics_.direction) {
      case Direction::random:
        return std::uniform_real_distribution<double>(-1, 1)(random_);
      case Direction::up:
        return 1;
      case Direction::down:
        return -1;
      case Direction::targeted:
        break;
    }
    return wanted;
  }
  double op_with(double x, double relative, double absolute, double wanted) {
    return x + direction(wanted) * (std::fabs(x) * relative + absolute);
  }
  /// The result of an operation, wrong in the wanted direction.
  double op(double x, double wanted) { return op_with(x, e_.accumulate, e_.underflow, wanted); }

  void list_keys(std::int64_t i) {
    keys_.clear();
    scores_.clear();
    const std::uint8_t* mask = head_.mask_row(i);
    for (std::int64_t j = 0; j < head_.end(i); ++j)
      if (mask == nullptr || mask[j] != 0) keys_.push_back(j);
    buffer_.resize(static_cast<std::size_t>(head_.keys));
  }

  /// signs_: whether more weight on a key moves the target column up.
  void aim(std::int64_t i, std::int64_t target) {
    factors_.clear();
    const double* factor = head_.has_factor() ? head_.factor_row(i, buffer_.data()) : nullptr;
    for (const std::int64_t j : keys_) factors_.push_back(factor == nullptr ? 1 : factor[j]);
    double mean = 0;
    std::vector<double> terms;
    for (std::size_t t = 0; t < keys_.size(); ++t) terms.push_back(factors_[t] * value(t, target));
    for (const double term : terms) mean += term / static_cast<double>(terms.size());
    signs_.clear();
    for (const double term : terms) signs_.push_back(term >= mean ? 1 : -1);
  }
  double value(std::size_t t, std::int64_t c) const {
    return c < 0 ? 1 : head_.value[static_cast<std::size_t>(keys_[t] * head_.value_width + c)];
  }

  double score(std::int64_t i, std::size_t t) {
    const double* bias_row = head_.has_bias() ? head_.bias_row(i, buffer_.data()) : nullptr;
    const double s = signs_[t], bias = bias_row == nullptr ? 0 : bias_row[keys_[t]];
    const double scale = head_.scale();
    std::vector<double> terms;
    const bool bias_first = tactics_.bias_in_sum && tactics_.scale_query && head_.softcap() == 0;
    if (bias_first && bias_row != nullptr) terms.push_back(bias);
    for (std::int64_t c = 0; c < head_.width; ++c) {
      const double q = head_.query[static_cast<std::size_t>(i * head_.width + c)],
                   k = head_.key[static_cast<std::size_t>(keys_[t] * head_.width + c)];
      const double sign = q * k * scale >= 0 ? s : -s;  // of the product's magnitude
      double factor = q + direction(sign * (q >= 0 ? 1 : -1)) * std::fabs(q) * e_.input_round;
      double other = k + direction(sign * (k >= 0 ? 1 : -1)) * std::fabs(k) * e_.input_round;
      if (tactics_.scale_query)
        factor = op(factor * op_with(scale, e_.accumulate, 0, scale >= 0 ? sign : -sign),
                    sign * (factor * scale >= 0 ? 1 : -1));
      const double product_sign = tactics_.scale_query ? s : (scale >= 0 ? s : -s);
      terms.push_back(op(factor * other, product_sign));
    }
    const double sum_sign = tactics_.scale_query ? s : (scale >= 0 ? s : -s);
    double result = add(terms, sum_sign);
    if (!tactics_.scale_query && head_.width > 0)
      result = op(result * op_with(scale, e_.accumulate, 0,
                                   result * scale >= 0 ? (scale >= 0 ? s : -s) : (scale >= 0 ? -s : s)),
                  s);
    if (head_.query_scale != 1 || head_.key_scale != 1) result = op(op(result, s), s);
    if (head_.softcap() > 0) result = capped(result, s);
    if (bias_row != nullptr && !bias_first) result = head_.width > 0 ? op(result + bias, s) : op(bias, s);
    return result;
  }

  /// The cap, and its reciprocal, rounded once each; one product with each.
  double capped(double x, double s) {
    const double cap = head_.softcap(), up = x >= 0 ? s : -s;
    const double argument = op(x * op_with(1 / cap, e_.accumulate, 0, up), s);
    const double tanh =
        op_with(std::tanh(argument), 0, e_.tanh_relative * std::fabs(std::tanh(argument)) + e_.tanh_absolute, s);
    return op(tanh * op_with(cap, e_.accumulate, 0, tanh >= 0 ? s : -s), s);
  }

  /// One sum with an error at each addition.
  double add(std::vector<double> terms, double wanted) {
    if (terms.empty()) return 0;
    while (tactics_.tree && terms.size() > 1) {
      const std::size_t at = random_() % (terms.size() - 1);
      terms[at] = op(terms[at] + terms[at + 1], wanted);
      terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
    double sum = terms[0];
    for (std::size_t t = 1; t < terms.size(); ++t) sum = op(sum + terms[t], wanted);
    return sum;
  }

  double exponential(double x, double reference, double wanted) {
    const double size = std::fabs(x) + std::fabs(reference);
    const double argument = x - reference + direction(wanted) * e_.exp_argument * e_.accumulate * size;
    return std::max(0.0, op_with(std::exp(argument), e_.exp_relative, e_.underflow, wanted));
  }

  /// weights_, relative to the reference of their block; references_ and rescalings, one a block.
  void weigh() {
    const std::size_t n = keys_.size();
    weights_.clear();
    references_.clear();
    blocks_.clear();
    const std::int64_t block = e_.key_block > 0 ? e_.key_block : head_.keys;
    double greatest = -HUGE_VAL, reference = -HUGE_VAL;
    if (e_.key_block == 0) greatest = *std::max_element(scores_.begin(), scores_.end());
    for (std::size_t t = 0; t < n;) {
      const std::size_t start = t;
      const std::int64_t number = keys_[t] / block;
      while (t < n && keys_[t] / block == number) greatest = std::max(greatest, scores_[t++]);
      if (!tactics_.lags || greatest > reference + e_.reference_lag) reference = greatest;
      for (std::size_t k = start; k < t; ++k) weights_.push_back(exponential(scores_[k], reference, signs_[k]));
      references_.push_back(reference);
      blocks_.push_back(t);
    }
    // Every block's factor, computed once for the numerator and the denominator.
    factors_of_blocks_.assign(references_.size(), 1);
    for (std::size_t k = 1; k < references_.size(); ++k)
      factors_of_blocks_[k] = exponential(references_[k - 1], references_[k], signs_[blocks_[k - 1] - 1]);
  }

  /// Blocks one after another, what was summed so far rescaled before each.
  double add_blocks(const std::vector<double>& terms, double wanted) {
    double sum = 0;
    std::size_t start = 0;
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      const double block = add(
          {terms.begin() + static_cast<std::ptrdiff_t>(start), terms.begin() + static_cast<std::ptrdiff_t>(blocks_[k])},
          wanted);
      const double scaled = factors_of_blocks_[k];
      sum = k == 0 ? block : op(op(sum * scaled, wanted) + block, wanted);
      start = blocks_[k];
    }
    return sum;
  }

  double rounded_weight(double w, double wanted) { return op_with(w, e_.weight_round, e_.weight_underflow, wanted); }

  double numerator_term(std::size_t t, std::int64_t c, double sum) {
    const double v = value(t, c), g = factors_[t] * v, up = g >= 0 ? 1 : -1;
    double w = weights_[t];
    if (tactics_.normalize_first) w = op(w * op(1 / sum, up), up);
    if (!tactics_.factor_last) w = rounded_weight(w, up);
    if (head_.multiplies_weights()) {
      const double sign = factors_[t] >= 0 ? up : -up;
      double factor = factors_[t];
      // Of dropout 1 / (1 - p) with p, the difference and its reciprocal rounded.
      const double scale = head_.instance().dropout.scale;
      if (scale > 0) factor = op_with(factor, (scale + 1) * e_.accumulate, 0, sign);
      w = op(w * factor, sign);
      w = rounded_weight(w, sign);
    } else if (tactics_.factor_last) {
      w = rounded_weight(w, up);
    }
    if (head_.has_factor() && factors_[t] == 0) return 0;  // of a sink, too
    if (c < 0) return w;
    const double rounded = v + direction(w >= 0 ? 1 : -1) * std::fabs(v) * e_.input_round;
    return op(w * rounded, 1);
  }

  const Head& head_;
  const attest_error_class& e_;
  const Tactics tactics_;
  std::mt19937_64& random_;
  std::vector<std::int64_t> keys_;
  std::vector<double> scores_, signs_, factors_, weights_, references_, factors_of_blocks_, buffer_;
  std::vector<std::size_t> blocks_;
};

}  // namespace

verify::instances::Outputs run_adversary(const verify::instances::Instance& instance, const attest_error_class& error,
                                         const Tactics& tactics, std::mt19937_64& random) {
  verify::instances::Outputs outputs = verify::instances::blank_outputs(instance, true, true);
  auto* output = static_cast<double*>(outputs.output.data());
  auto* row_sum = static_cast<double*>(outputs.row_sum->data());
  auto* log_sum_exp = static_cast<double*>(outputs.log_sum_exp->data());
  const Head head(instance, 0, 0);
  Adversary adversary(head, error, tactics, random);
  for (std::int64_t i = 0; i < instance.queries; ++i)
    adversary.row(i, i % instance.value_width, output + i * instance.value_width, row_sum + i, log_sum_exp + i);
  return outputs;
}

}  // namespace attest::tests
