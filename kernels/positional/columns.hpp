// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/positional/fourier.hpp"

namespace attest::kernels::positional::ATTEST_ISA {

/// A group of V's columns as the lanes of complex numbers: column l as the real part of lane l, column l + kLanes as
/// its imaginary part, each times a power of two that brings its norm to [1/2, 1), so that one column's errors are
/// small beside the other's numbers too.
template <typename T>
class ColumnPairs {
 public:
  static constexpr std::int64_t kL = kLanes<double>;
  static constexpr std::int64_t kWidth = 2 * kL;

  /// `width` columns (at most kWidth; the rest counts as 0) of rows that are `row` apart.
  ColumnPairs(const T* values, std::int64_t row, std::int64_t width) : values_(values), row_(row), width_(width) {}

  /// The norms of the first `keys` rows, and the scales that follow.
  void measure(std::int64_t keys) {
    for (std::int64_t j = 0; j < keys; ++j)
      for (int part = 0; part < 2; ++part) {
        const Vector<double> x = numbers(j, part);
        squares_[part] += x * x;
      }
    for (int part = 0; part < 2; ++part)
      for (std::int64_t lane = 0; lane < kL; ++lane) {
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
  void read(std::int64_t keys, double needed, Complex<Vector<double>>* to) {
    Vector<double> sums[2] = {}, seen[2] = {}, zeros[2] = {}, few[2] = {};
    const Vector<double> one = broadcast(1.0), none{};
    for (std::int64_t j = 0; j < keys; ++j) {
      Vector<double> scaled[2];
      for (int part = 0; part < 2; ++part) {
        const Vector<double> x = numbers(j, part);
        sums[part] += x * x;
        seen[part] = x != 0.0 ? one : seen[part];
        zeros[part] += one - seen[part];
        few[part] += sums[part] < needed * squares_[part] ? one : none;
        scaled[part] = x * down_[part];
      }
      to[j] = {scaled[0], scaled[1]};
    }
    for (int part = 0; part < 2; ++part) {
      zeros_[part] = zeros[part];
      for (std::int64_t lane = 0; lane < kL; ++lane)
        if (few[part][lane] > zeros[part][lane] && few[part][lane] > static_cast<double>(short_of_norm_))
          short_of_norm_ = static_cast<std::int64_t>(few[part][lane]);
    }
    if (!measurable_) short_of_norm_ = keys;
  }

  /// A row of the result, of which the row's quotient is still to be multiplied; exactly 0 where no number other than 0
  /// is visible.
  void write(Complex<Vector<double>> x, std::int64_t visible, double quotient, T* to) const {
    for (int part = 0; part < 2; ++part) {
      Vector<double> y = (part == 0 ? x.re : x.im) * quotient * up_[part];
      y = zeros_[part] < static_cast<double>(visible) ? y : Vector<double>{};
      const auto rounded = __builtin_convertvector(y, Lanes);
      if (width_ >= (part + 1) * kL)
        *reinterpret_cast<Unaligned*>(to + part * kL) = rounded;
      else
        for (std::int64_t lane = 0; part * kL + lane < width_; ++lane) to[part * kL + lane] = rounded[lane];
    }
  }

  /// Rows that see so many keys or fewer have too little of some column's norm.
  std::int64_t short_of_norm() const { return short_of_norm_; }

 private:
  // As many T as a register has doubles.
  typedef T Lanes __attribute__((vector_size(kL * sizeof(T))));
  typedef T Unaligned __attribute__((vector_size(kL * sizeof(T)), aligned(alignof(T)), may_alias));

  Vector<double> numbers(std::int64_t j, int part) const {
    const T* from = values_ + j * row_ + part * kL;
    if (width_ >= (part + 1) * kL)
      return __builtin_convertvector(*reinterpret_cast<const Unaligned*>(from), Vector<double>);
    Vector<double> some{};
    for (std::int64_t lane = 0; part * kL + lane < width_; ++lane) some[lane] = static_cast<double>(from[lane]);
    return some;
  }

  bool is_zero(std::int64_t keys, int part, std::int64_t lane) const {
    const std::int64_t column = part * kL + lane;
    for (std::int64_t j = 0; column < width_ && j < keys; ++j)
      if (values_[j * row_ + column] != 0) return false;
    return true;
  }

  const T* const values_;
  const std::int64_t row_, width_;
  Vector<double> squares_[2] = {}, down_[2] = {}, up_[2] = {}, zeros_[2] = {};
  bool measurable_ = true;
  std::int64_t short_of_norm_ = 0;
};

}  // namespace attest::kernels::positional::ATTEST_ISA
