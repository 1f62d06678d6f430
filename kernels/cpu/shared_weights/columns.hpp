// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cpu/shared_weights/fourier.hpp"

namespace attest::kernels::shared_weights {

/// A group of V's columns as the lanes of complex numbers: column l as the real part of lane l, column l + group as
/// its imaginary part, each times a power of two that brings its norm to [1/2, 1), so that one column's errors are
/// small beside the other's numbers too.
template <class V>
class ColumnPairs {
  using T = typename V::Scalar;
  using D = typename V::Wide;
  using Doubles = typename D::Register;
  using Numbers = Complex<D, D::lanes>;

 public:
  static constexpr std::int64_t group = D::lanes;
  static constexpr std::int64_t width_of_pairs = 2 * group;

  /// `width` columns (at most width_of_pairs; the rest counts as 0) of rows that are `row` apart.
  ColumnPairs(const T* values, std::int64_t row, std::int64_t width) : values_(values), row_(row), width_(width) {}

  /// The norms of the first `keys` rows, and the scales that follow.
  void measure(std::int64_t keys) {
    for (std::int64_t j = 0; j < keys; ++j)
      for (int part = 0; part < 2; ++part) {
        const Doubles x = numbers(j, part);
        squares_[part] = D::fma(x, x, squares_[part]);
      }
    for (int part = 0; part < 2; ++part)
      for (std::int64_t lane = 0; lane < group; ++lane) {
        // Squares that overflow or underflow measure nothing: such columns are left to the direct method.
        const double square = squares_[part][lane];
        if (square < 0x1p-900 || square > 0x1p+900)
          measurable_ = measurable_ && square == 0 && is_zero(keys, part, lane);
        int exponent = 0;
        __builtin_frexp(__builtin_sqrt(square), &exponent);
        const bool usable = square >= 0x1p-900 && square <= 0x1p+900;
        down_[part][lane] = usable ? __builtin_ldexp(1, -exponent) : 0;
        up_[part][lane] = usable ? __builtin_ldexp(1, exponent) : 0;
      }
  }

  /// Scaled numbers of the first `keys` rows to `to`; counts in each column the leading rows that are 0, and those
  /// whose squares together are less than the share `needed` of all.
  void read(std::int64_t keys, double needed, Numbers* to) {
    Doubles sums[2] = {}, seen[2] = {}, zeros[2] = {}, few[2] = {};
    const Doubles one = D::set(1), none{};
    for (std::int64_t j = 0; j < keys; ++j) {
      Doubles scaled[2];
      for (int part = 0; part < 2; ++part) {
        const Doubles x = numbers(j, part);
        sums[part] = D::fma(x, x, sums[part]);
        seen[part] = D::select(D::equal(x, none), seen[part], one);
        zeros[part] += one - seen[part];
        few[part] += D::select(D::greater(D::set(needed) * squares_[part], sums[part]), one, none);
        scaled[part] = x * down_[part];
      }
      to[j] = {scaled[0], scaled[1]};
    }
    for (int part = 0; part < 2; ++part) {
      zeros_[part] = zeros[part];
      for (std::int64_t lane = 0; lane < group; ++lane)
        if (few[part][lane] > zeros[part][lane] && few[part][lane] > static_cast<double>(short_of_norm_))
          short_of_norm_ = static_cast<std::int64_t>(few[part][lane]);
    }
    if (!measurable_) short_of_norm_ = keys;
  }

  /// A row of the result, of which the row's quotient is still to be multiplied; exactly 0 where no number other than 0
  /// is visible.
  void write(Numbers x, std::int64_t visible, double quotient, T* to) const {
    for (int part = 0; part < 2; ++part) {
      const Doubles y = (part == 0 ? x.re : x.im) * D::set(quotient) * up_[part];
      const auto seen = D::greater(D::set(static_cast<double>(visible)), zeros_[part]);
      simd::store_part<D>(to + part * group, D::select(seen, y, Doubles{}), width_ - part * group);
    }
  }

  /// Rows that see so many keys or fewer have too little of some column's norm.
  std::int64_t short_of_norm() const { return short_of_norm_; }

 private:
  Doubles numbers(std::int64_t j, int part) const {
    return simd::load_part<D>(values_ + j * row_ + part * group, width_ - part * group);
  }

  bool is_zero(std::int64_t keys, int part, std::int64_t lane) const {
    const std::int64_t column = part * group + lane;
    for (std::int64_t j = 0; column < width_ && j < keys; ++j)
      if (values_[j * row_ + column] != 0) return false;
    return true;
  }

  const T* const values_;
  const std::int64_t row_, width_;
  Doubles squares_[2] = {}, down_[2] = {}, up_[2] = {}, zeros_[2] = {};
  bool measurable_ = true;
  std::int64_t short_of_norm_ = 0;
};

}  // namespace attest::kernels::shared_weights
