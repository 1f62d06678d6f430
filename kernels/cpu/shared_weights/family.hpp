// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cpu/simd/exp.hpp"
#include "kernels/problem.hpp"
#include "kernels/terms.hpp"

namespace attest::kernels::shared_weights {

/// The window of row i in the family's order f = i - j + keys - 1: [begin, end). Both ends never step back.
struct Window {
  std::int64_t begin, end;
};
[[gnu::always_inline]] inline Window window_of(const attest_problem& p, std::int64_t i) {
  return {i + p.keys - visible_keys(p, i), i + p.keys};
}

/// Sums of x over the windows of rows first, ..., last - 1, by additions alone: a window is a suffix of what was summed
/// backwards at the last restart and a prefix of what came behind it. Differences of prefix sums would cancel.
/// The relative error of a sum of positive numbers is at most its number of terms times u.
template <class V, typename Result>
void sliding_sums(const attest_problem& p, std::int64_t first, std::int64_t last, const double* x, double* suffix,
                  Result&& result) {
  std::int64_t middle = -1;  // suffix[f] = x[f] + ... + x[middle - 1]
  double behind = 0;         // x[middle] + ... + x[window's end - 1]
  std::int64_t end = 0;
  for (std::int64_t i = first; i < last; ++i) {
    const Window window = window_of(p, i);
    if (window.begin >= window.end) {
      result(i, 0.0);
      continue;
    }
    if (window.begin >= middle) {
      middle = end = window.end;
      double sum = behind = 0;
      for (std::int64_t f = middle - 1; f >= window.begin; --f) suffix[f] = sum += x[f];
    }
    for (; end < window.end; ++end) behind += x[end];
    result(i, suffix[window.begin] + behind);
  }
}

/// The numbers e^(b_f - greatest) and e^(b_f - greatest) c_f 2^-exponent of a stretch of rows, with what its rows'
/// windows hold of them. Everything is in float64.
template <class V>
class Family {
  using T = typename V::Scalar;
  using D = typename V::Wide;

 public:
  /// 2 arrays of T and 7 of double of `places` each.
  Family(const attest_problem& problem, double* scratch)
      : p(problem),
        weights_(scratch),
        products_(weights_ + places(p)),
        suffix_(products_ + places(p)),
        denominators_(suffix_ + places(p)),
        squares_(denominators_ + places(p)),
        sums_(squares_ + places(p)),
        rests_(sums_ + places(p)),
        bias_(reinterpret_cast<T*>(rests_ + places(p))),
        factor_(bias_ + places(p)) {}

  static std::int64_t places(const attest_problem& p) {
    constexpr std::int64_t line = 64 / sizeof(double);
    return (spread_size(p) + p.queries + 2 * line) / line * line;
  }
  static std::int64_t scratch_size(const attest_problem& p) {
    return places(p) * static_cast<std::int64_t>(7 * sizeof(double) + 2 * sizeof(T));
  }

  void start_head(std::int64_t head) {
    first_ = last_ = 0;
    if (p.bias.kind != ATTEST_TERM_NONE) spread_term<T>(p, p.bias, head, bias_);
    if (p.factor.kind != ATTEST_TERM_NONE) spread_term<T>(p, p.factor, head, factor_);
  }

  /// The stretch of rows first, ..., last - 1, whose last row sees a key.
  void evaluate(std::int64_t first, std::int64_t last) {
    if (first == first_ && last == last_) return;
    first_ = first, last_ = last;
    keys = visible_keys(p, last - 1);
    begin = first + p.keys - keys;
    end = last - 1 + p.keys;
    // A causal mask hides i - j < -diagonal; without one, the last row sees all keys and every place is in some window.
    const std::int64_t bare = p.mask_kind == ATTEST_MASK_CAUSAL ? p.keys - 1 - p.diagonal : begin;
    const std::int64_t seen = bare > begin ? bare : begin;
    greatest = -__builtin_inf();
    for (std::int64_t f = seen; f < end; ++f) greatest = bias(f) > greatest ? bias(f) : greatest;
    for (std::int64_t f = begin; f < end; ++f) {
      weights_[f] = f < seen ? -__builtin_inf() : bias(f) - greatest;
      rests_[f] = f < seen ? 0 : rest_of_difference(bias(f), greatest, weights_[f]);
    }
    for (std::int64_t f = begin; f < end; f += D::lanes) {
      const typename D::Register weight = simd::exp_of_nonpositive<D>(D::load(weights_ + f));
      D::store(weights_ + f, D::fma(weight, D::load(rests_ + f), weight));
    }
    // A product may be flushed, or lose digits to it, and a weight of 0 may stand for one of almost 2^-1022.
    double most = 0, flushed = static_cast<double>(end - seen) * 0x1p-1022;
    for (std::int64_t f = begin; f < end; ++f) {
      products_[f] = weights_[f] * factor(f);
      most = __builtin_fabs(products_[f]) > most ? __builtin_fabs(products_[f]) : most;
      if (weights_[f] == 0 && f >= seen) flushed = D::fma(__builtin_fabs(factor(f)), 0x1p-1022, flushed);
    }
    const double lost = flushed * scale_products(most) * 0x1p+60;
    least_squares = lost * lost;
    squared_norm = 0;
    for (std::int64_t f = begin; f < end; ++f) squared_norm = D::fma(products_[f], products_[f], squared_norm);
    sliding_sums<V>(p, first, last, weights_, suffix_, [&](std::int64_t i, double sum) { denominators_[i] = sum; });
    sliding_sums<V>(p, first, last, products_, suffix_, [&](std::int64_t i, double sum) { sums_[i] = sum; });
    for (std::int64_t f = begin; f < end; ++f) weights_[f] = products_[f] * products_[f];
    sliding_sums<V>(p, first, last, weights_, suffix_, [&](std::int64_t i, double sum) { squares_[i] = sum; });
  }

  /// e^(b_f - greatest) c_f 2^-exponent for f from `begin` to `end` - 1; 0 where no row of the stretch looks.
  const double* products() const { return products_; }
  /// 2^exponent over the sum of e^(b - greatest) in row i's window; what the products' sums are multiplied with.
  double quotient(std::int64_t i) const { return unit_ / denominators_[i]; }
  /// The sum of the products' squares, and of the products, in row i's window.
  double squares(std::int64_t i) const { return squares_[i]; }
  double sum(std::int64_t i) const { return sums_[i]; }
  /// The sum of e^(b - greatest) in row i's window; every weight in it may be short of 2^-1022.
  double denominator(std::int64_t i) const { return denominators_[i]; }
  /// greatest + log(denominator), which may cancel: row i's own greatest score may lie far below. So the denominator's
  /// power of two joins the exact part of the sum, and what is rounded is of the result's size or at most log 2.
  double log_sum_exp(std::int64_t i) const {
    constexpr double ln2_high = 0x1.62e42fefap-1,
                     ln2_low = 0x1.cf79abc9e3b3ap-40;  // 37 bits: exponent * ln2_high is exact
    int exponent = 0;
    double fraction = __builtin_frexp(denominators_[i], &exponent);
    if (fraction < 0x1.6a09e667f3bcdp-1) fraction *= 2, --exponent;  // from [1/2, 1) to around 1
    const double power = exponent * ln2_high, sum = greatest + power, back = sum - greatest;
    const double rest = (greatest - (sum - back)) + (power - back);
    return sum + (rest + D::fma(exponent, ln2_low, __builtin_log(fraction)));
  }

  std::int64_t keys = 0;            ///< that the last row sees, so that a row sees a prefix of them
  std::int64_t begin = 0, end = 0;  ///< the family's part that meets rows and keys
  double greatest = 0;
  /// (2^60 times what the products together may be off by from underflow)^2. Here and not row by row, as processors
  /// take their time for a square that underflows.
  double least_squares = 0;
  double squared_norm = 0;  ///< of all products

 private:
  // The spread terms lie in the order of j - i.
  double bias(std::int64_t f) const {
    return p.bias.kind == ATTEST_TERM_NONE ? 0 : static_cast<double>(bias_[spread_size(p) - 1 - f]);
  }
  double factor(std::int64_t f) const {
    return p.factor.kind == ATTEST_TERM_NONE ? 1 : static_cast<double>(factor_[spread_size(p) - 1 - f]);
  }

  /// The greatest product to [1/2, 1), by a power of two, which it returns.
  double scale_products(double most) {
    int exponent = 0;
    __builtin_frexp(most, &exponent);
    exponent = exponent < -1000 ? -1000 : exponent > 1000 ? 1000 : exponent;
    unit_ = __builtin_ldexp(1, exponent);
    const double down = __builtin_ldexp(1, -exponent);
    for (std::int64_t f = begin; f < end; ++f) products_[f] *= down;
    return down;
  }

  /// x - y less their rounded difference, exactly: e^(x - y) is wanted to the last digits also where x and y are large.
  static double rest_of_difference(double x, double y, double difference) {
    const double back = difference - x;
    return (x - (difference - back)) - (y + back);
  }

  const attest_problem& p;
  double* const weights_;
  double* const products_;
  double* const suffix_;
  double* const denominators_;
  double* const squares_;
  double* const sums_;
  double* const rests_;
  T* const bias_;
  T* const factor_;
  double unit_ = 1;
  std::int64_t first_ = 0, last_ = 0;  // the stretch of the numbers at hand
};

}  // namespace attest::kernels::shared_weights
