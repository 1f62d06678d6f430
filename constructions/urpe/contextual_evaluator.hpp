// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "constructions/urpe/checked_integer.hpp"

namespace attest::constructions {

/// A construction in integers: everything that is compared with a token's value is scaled by one denominator, and the
/// results by another one, `result_scale` times as large.
struct ScaledConstruction {
  std::size_t tokens;                           ///< n
  std::uint64_t rows;                           ///< how many rows the grid has: a token is a number below it
  std::vector<std::vector<mpz_class>> initial;  ///< initial[i][row]: (row + u_i 1) z
  std::vector<mpz_class> from, to, multiplier;  ///< the windows, in order
  bool shifts_all;                              ///< whether there is a global shift
  mpz_class threshold, result_scale, by_extreme, by_sum;
  mpz_class denominator;  ///< of the results
};

/// Evaluates q for one input after another. The sweep is not simulated block by block: a token's value lies in at most
/// one window, so the next block that does anything is the least one, not yet passed, whose window holds a token.
template <class Int>
class ContextualEvaluator {
 public:
  explicit ContextualEvaluator(const ScaledConstruction& scaled)
      : tokens_(scaled.tokens),
        rows_(scaled.rows),
        shifts_all_(scaled.shifts_all),
        threshold_(narrowed<Int>(scaled.threshold)),
        result_scale_(narrowed<Int>(scaled.result_scale)),
        by_extreme_(narrowed<Int>(scaled.by_extreme)),
        by_sum_(narrowed<Int>(scaled.by_sum)),
        row_(tokens_, 0),
        values_(tokens_),
        window_(tokens_) {
    const auto narrow = [](const std::vector<mpz_class>& from, std::vector<Int>& to) {
      for (const mpz_class& e : from) to.push_back(narrowed<Int>(e));
    };
    narrow(scaled.from, from_);
    narrow(scaled.to, to_);
    narrow(scaled.multiplier, multiplier_);
    for (const auto& by_row : scaled.initial) {
      narrow(by_row, initial_);
    }
    for (const Int& value : initial_) initial_window_.push_back(window_of(value));
  }

  /// Goes to an input by its number: its rows are the digits to base `rows`, the last token's the lowest.
  void go_to(std::uint64_t input) {
    for (std::size_t i = tokens_; i-- > 0; input /= rows_) row_[i] = input % rows_;
  }
  void go_on() {
    for (std::size_t i = tokens_; i-- > 0;) {
      if (++row_[i] < rows_) return;
      row_[i] = 0;
    }
  }

  /// The n values of q at the current input. std::overflow_error if one, or one on the way, does not fit.
  const std::vector<Int>& evaluate() {
    for (std::size_t i = 0; i < tokens_; ++i) {
      const std::size_t place = i * rows_ + row_[i];
      values_[i] = initial_[place];
      window_[i] = initial_window_[place];
    }
    sweep();
    if (shifts_all_) shift_all();
    return values_;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t window_of(const Int& value) const {
    if (to_.empty() || value >= to_.back()) return kNone;
    // The last window that begins below the value is the only one that can hold it.
    const auto after = std::lower_bound(from_.begin(), from_.end(), value) - from_.begin();
    if (after == 0 || value >= to_[static_cast<std::size_t>(after - 1)]) return kNone;
    return static_cast<std::uint32_t>(after - 1);
  }

  void sweep() {
    for (;;) {
      const std::uint32_t next = *std::min_element(window_.begin(), window_.end());
      if (next == kNone) return;
      const auto [least, greatest] = std::minmax_element(values_.begin(), values_.end());
      const Int step = checked_product<Int>(multiplier_[next], checked_difference<Int>(*greatest, *least));
      for (std::size_t i = 0; i < tokens_; ++i) {
        if (window_[i] != next) continue;
        values_[i] = checked_sum<Int>(values_[i], step);
        const std::uint32_t reached = window_of(values_[i]);
        window_[i] = reached > next ? reached : kNone;  // a window that has been passed does nothing more
      }
    }
  }

  void shift_all() {
    const auto [least, greatest] = std::minmax_element(values_.begin(), values_.end());
    const Int up = checked_product<Int>(by_extreme_, *greatest), down = checked_product<Int>(by_extreme_, *least);
    Int sum = 0;
    for (const Int& value : values_) sum = checked_sum<Int>(sum, value);
    const Int mean = checked_product<Int>(by_sum_, sum);
    for (Int& value : values_) {
      const Int& added = value > threshold_ ? up : value < threshold_ ? down : mean;
      value = checked_sum<Int>(checked_product<Int>(value, result_scale_), added);
    }
  }

  std::size_t tokens_;
  std::uint64_t rows_;
  bool shifts_all_;
  Int threshold_, result_scale_, by_extreme_, by_sum_;
  std::vector<Int> from_, to_, multiplier_, initial_;
  std::vector<std::uint32_t> initial_window_;
  std::vector<std::uint64_t> row_;
  std::vector<Int> values_;
  std::vector<std::uint32_t> window_;
};

}  // namespace attest::constructions
