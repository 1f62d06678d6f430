// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "kernels/formats.hpp"
#include "kernels/problem.hpp"
#include "tests/kernels/faults/fault.hpp"

namespace attest::faults {

using kernels::round_from;
using kernels::row_of;
using kernels::to_accumulator;

/// Scores, masks and factors of one (batch, head) of a problem, with the faults that touch them. T: double, float,
/// BFloat16.
template <typename T>
class FaultyScores {
 public:
  using Real = std::conditional_t<std::is_same_v<T, double>, double, float>;

  FaultyScores(const attest_problem& problem, Fault fault, std::int64_t batch, std::int64_t head)
      : p(problem), fault_(fault), b(batch), h(head) {}

  bool is(Fault fault) const { return fault_ == fault; }
  /// Masks and terms of row i are then taken from row i + shift (query_tail_shifted).
  void set_row_shift(std::int64_t shift) { row_shift_ = shift; }

  /// The next format down.
  static Real coarse(Real x) {
    if constexpr (std::is_same_v<Real, double>)
      return static_cast<float>(x);
    else
      return to_accumulator(round_from<kernels::BFloat16>(x));
  }
  static Real half_precision(Real x) { return to_accumulator(round_from<kernels::Float16>(static_cast<float>(x))); }

  Real score(std::int64_t i, std::int64_t j) const {
    const T* query = row_of<const T>(p.query, b, h, i);
    const T* key = row_of<const T>(p.key, is(Fault::key_of_first_batch) ? 0 : b, h, j);
    const std::int64_t width = is(Fault::width_tail_dropped) ? p.width / 8 * 8 : p.width;
    Real sum = 0;
    for (std::int64_t c = 0; c < width; ++c) sum += to_accumulator(query[c]) * to_accumulator(key[c]);
    const Real added = bias(shifted(i), j);
    Real result = is(Fault::bias_scaled) ? scale() * (sum + added) : scale() * sum + added;
    if (is(Fault::factor_on_scores)) result *= factor(i, j);
    if (is(Fault::mask_minus_10000) && !allowed(i, j)) result -= 10000;
    return is(Fault::scores_coarse) ? coarse(result) : result;
  }

  /// C_ij.
  Real factor(std::int64_t i, std::int64_t j) const {
    i = shifted(i);
    Real value = 1;
    if (p.factor.kind != ATTEST_TERM_NONE) {
      if (is(Fault::factor_block_origin)) j %= kKeyBlock;
      value = element(p.factor, h, i, j, is(Fault::factor_transposed));
    }
    if (is(Fault::factor_absolute)) value = std::fabs(value);
    return is(Fault::factor_half_precision) ? half_precision(value) : value;
  }

  /// Whether the kernel takes key j into row i. mask_minus_10000 takes all.
  bool visible(std::int64_t i, std::int64_t j) const { return is(Fault::mask_minus_10000) || allowed(i, j); }

  /// The end of the keys that row i may see under no mask or a causal one.
  std::int64_t end_of(std::int64_t i) const {
    if (p.mask_kind != ATTEST_MASK_CAUSAL || is(Fault::mask_minus_10000)) return p.keys;
    return std::clamp<std::int64_t>(shifted(i) + diagonal() + 1, 0, p.keys);
  }

 private:
  std::int64_t shifted(std::int64_t i) const { return std::min(i + row_shift_, p.queries - 1); }

  bool allowed(std::int64_t i, std::int64_t j) const {
    i = shifted(i);
    if (p.mask_kind == ATTEST_MASK_CAUSAL) return j <= i + diagonal();
    if (p.mask_kind != ATTEST_MASK_BYTES) return true;
    const std::int64_t batch = is(Fault::mask_of_first_batch) ? 0 : b;
    if (is(Fault::mask_row_stride))
      return row_of<const std::uint8_t>(p.mask, batch, h, 0)[(i * p.queries + j) % (p.queries * p.keys)] != 0;
    return row_of<const std::uint8_t>(p.mask, batch, h, i)[j] != 0;
  }

  std::int64_t diagonal() const {
    if (is(Fault::causal_one_more)) return p.diagonal + 1;
    if (is(Fault::causal_one_less)) return p.diagonal - 1;
    if (is(Fault::causal_ignores_diagonal)) return 0;
    if (is(Fault::causal_aligns_ends)) return p.keys - p.queries;
    return p.diagonal;
  }

  Real scale() const {
    const Real given = static_cast<Real>(p.scale), width = static_cast<Real>(std::max<std::int64_t>(p.width, 1));
    if (is(Fault::scale_twice)) return given * given;
    if (is(Fault::scale_missing)) return 1;
    if (is(Fault::scale_from_width)) return 1 / std::sqrt(width);
    if (is(Fault::scale_without_root)) return 1 / width;
    return given;
  }

  Real bias(std::int64_t i, std::int64_t j) const {
    if (p.bias.kind == ATTEST_TERM_NONE) return 0;
    if (is(Fault::bias_block_origin)) i %= kRowBlock;
    const Real value = element(p.bias, is(Fault::bias_of_first_head) ? 0 : h, i, j, is(Fault::bias_transposed));
    if (is(Fault::bias_half_precision)) return half_precision(value);
    return is(Fault::bias_sign) ? -value : value;
  }

  Real element(const attest_term& term, std::int64_t head, std::int64_t i, std::int64_t j, bool transposed) const {
    const Real* values = row_of<const Real>(term.values, 0, head, 0);
    const std::int64_t difference = (transposed ? j - i : i - j) + (is(Fault::bias_one_off) && &term == &p.bias);
    const std::int64_t place = std::clamp<std::int64_t>(difference + p.keys - 1, 0, p.queries + p.keys - 2);
    switch (term.kind) {
      case ATTEST_TERM_TOEPLITZ:
        return values[place];
      case ATTEST_TERM_DENSE:
        if (transposed)
          return row_of<const Real>(term.values, b, head, std::min(j, p.queries - 1))[std::min(i, p.keys - 1)];
        return row_of<const Real>(term.values, b, head, i)[j];
      case ATTEST_TERM_ALIBI: {
        const Real distance = static_cast<Real>(std::abs(difference));
        return -values[0] * (is(Fault::alibi_squared) ? distance * distance : distance);
      }
      default: {
        const std::int32_t bucket = term.bucket[place] + is(Fault::bucket_one_off);
        return values[term.values.row * std::min(bucket, term.buckets - 1)];
      }
    }
  }

  const attest_problem& p;
  const Fault fault_;
  const std::int64_t b, h;
  std::int64_t row_shift_ = 0;
};

}  // namespace attest::faults
