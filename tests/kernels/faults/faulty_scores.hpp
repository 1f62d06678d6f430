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
    const T* key = row_of<const T>(p.key, is(Fault::key_of_first_batch) ? 0 : b, key_head(), strange_row(p.key, j));
    const std::int64_t width = used_width();
    const auto of_query = [&](std::int64_t c) { return is(Fault::query_chunk_again) ? c % 64 : c; };
    Real sum = 0;
    for (std::int64_t c = 0; c < width; ++c) sum += to_accumulator(query[of_query(c)]) * to_accumulator(key[c]);
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
      if (is(Fault::factor_of_second_tile) && p.factor.kind == ATTEST_TERM_DENSE && j >= 64) j -= 64;
      if (is(Fault::urpe_factor_needs_bias) && p.bias.kind == ATTEST_TERM_NONE) return 1;
      if (is(Fault::factor_missing_under_mask) && p.mask_kind == ATTEST_MASK_BYTES) return 1;
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
    const std::int64_t end = std::clamp<std::int64_t>(shifted(i) + diagonal() + 1, 0, p.keys);
    if (is(Fault::causal_keys_of_queries)) return std::min(end, p.queries);
    return is(Fault::causal_square_tiles) ? std::min(end, (i / kRowBlock + 1) * kRowBlock) : end;
  }

  /// Where an array serves all heads or batches (a stride of 0), and the fault is to move on with them all the same.
  std::int64_t strange_row(const attest_tensor& tensor, std::int64_t j) const {
    const bool heads = is(Fault::stride_0_of_heads_ignored) && tensor.head == 0 && h > 0;
    const bool batches = is(Fault::stride_0_of_batches_ignored) && tensor.batch == 0 && b > 0;
    return heads || batches ? (j + 1) % p.keys : j;
  }

 private:
  std::int64_t shifted(std::int64_t i) const { return std::min(i + row_shift_, p.queries - 1); }

  bool allowed(std::int64_t i, std::int64_t j) const {
    i = shifted(i);
    if (p.queries == 1 && is(Fault::one_query_ignores_mask)) return true;
    if (p.mask_kind == ATTEST_MASK_CAUSAL)
      return j <= i + diagonal() || (p.queries == 1 && is(Fault::one_query_ignores_causal));
    if (p.mask_kind != ATTEST_MASK_BYTES) return true;
    const std::int64_t batch = is(Fault::mask_of_first_batch) ? 0 : b;
    if (is_in(Fault::mask_of_first_head, Fault::mask_batch_stride_of_heads)) return strange_mask(i, j);
    if (is(Fault::mask_row_stride))
      return row_of<const std::uint8_t>(p.mask, batch, h, 0)[(i * p.queries + j) % (p.queries * p.keys)] != 0;
    return row_of<const std::uint8_t>(p.mask, batch, h, i)[j] != 0;
  }

  bool is_in(Fault first, Fault last) const { return first <= fault_ && fault_ <= last; }

  // Faults that lie in the order of the enumeration.
  bool strange_mask(std::int64_t i, std::int64_t j) const {
    const bool moves = is(Fault::mask_batch_stride_of_heads) && p.mask.head == 0 && h > 0;
    const std::uint8_t* const row =
        row_of<const std::uint8_t>(p.mask, b, is(Fault::mask_of_first_head) ? 0 : h, moves ? (i + 1) % p.queries : i);
    const std::int64_t first = j / kKeyBlock * kKeyBlock, last = std::min(first + kKeyBlock, p.keys) - 1;
    switch (fault_) {
      case Fault::mask_byte_is_1:
        return row[j] == 1;
      case Fault::mask_byte_signed:
        return static_cast<std::int8_t>(row[j]) > 0;
      case Fault::mask_byte_bit:
        return (row[j] & 1) != 0;
      case Fault::mask_of_tile_by_first_key:
        return row[first] != 0 && row[j] != 0;
      case Fault::mask_of_tile_by_last_key:
        return row[last] != 0 || row[j] != 0;
      default:
        return row[j] != 0;
    }
  }

  std::int64_t key_head() const { return is(Fault::heads_modulo_8) ? h % 8 : h; }

  std::int64_t used_width() const {
    if (is(Fault::width_tail_dropped)) return p.width / 8 * 8;
    if (is(Fault::width_tail_of_32_dropped) && p.width > 32) return p.width / 32 * 32;
    if (is(Fault::query_chunk_64)) return std::min<std::int64_t>(p.width, 64);
    if (is(Fault::width_behind_128_dropped)) return std::min<std::int64_t>(p.width, 128);
    return p.width;
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
    if (is(Fault::one_query_without_scale) && p.queries == 1) return 1;
    if (is(Fault::scale_rounded_to_power_of_2) && given > 0) return std::exp2(std::round(std::log2(given)));
    if (is(Fault::scale_of_width_rounded_up)) return given * std::sqrt(width / (std::ceil(width / 32) * 32));
    return given;
  }

  Real bias(std::int64_t i, std::int64_t j) const {
    if (p.bias.kind == ATTEST_TERM_NONE) return 0;
    if (is(Fault::bias_missing_under_causal) && p.mask_kind == ATTEST_MASK_CAUSAL) return 0;
    if (is(Fault::bias_missing_under_mask) && p.mask_kind == ATTEST_MASK_BYTES) return 0;
    if (is(Fault::bias_block_origin)) i %= kRowBlock;
    const Real value = element(p.bias, is(Fault::bias_of_first_head) ? 0 : h, i, j, is(Fault::bias_transposed));
    if (is(Fault::bias_half_precision)) return half_precision(value);
    return is(Fault::bias_sign) ? -value : value;
  }

  Real element(const attest_term& term, std::int64_t head, std::int64_t i, std::int64_t j, bool transposed) const {
    const bool is_bias = &term == &p.bias;
    if (is(Fault::alibi_slope_of_8_heads) && is_bias && term.kind == ATTEST_TERM_ALIBI) head %= 8;
    const Real* values = row_of<const Real>(term.values, 0, head, 0);
    std::int64_t difference = (transposed ? j - i : i - j) + (is(Fault::bias_one_off) && is_bias);
    if (is(Fault::bias_distance_of_255) && is_bias) difference = std::clamp<std::int64_t>(difference, -255, 255);
    if (is(Fault::bias_head_stride_1) && is_bias && term.values.head == 0) difference += head;
    const bool first_batch = is(is_bias ? Fault::bias_of_first_batch : Fault::factor_of_first_batch);
    const std::int64_t place = std::clamp<std::int64_t>(difference + p.keys - 1, 0, p.queries + p.keys - 2);
    switch (term.kind) {
      case ATTEST_TERM_TOEPLITZ:
        return values[place];
      case ATTEST_TERM_DENSE:
        if (transposed)
          return row_of<const Real>(term.values, b, head, std::min(j, p.queries - 1))[std::min(i, p.keys - 1)];
        if (is(Fault::bias_row_of_queries) && is_bias)
          return row_of<const Real>(term.values, b, head, 0)[(i * p.queries + j) % (p.queries * p.keys)];
        return row_of<const Real>(term.values, first_batch ? 0 : b, head, i)[j];
      case ATTEST_TERM_ALIBI: {
        const Real distance = static_cast<Real>(std::abs(difference));
        return -values[0] * (is(Fault::alibi_squared) ? distance * distance : distance);
      }
      default: {
        if (is(Fault::bucket_distance_of_128) && std::abs(difference) >= 128) return values[0];
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
