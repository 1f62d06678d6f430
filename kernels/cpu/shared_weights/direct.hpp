// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "kernels/cpu/shared_weights/product.hpp"
#include "kernels/cpu/simd/exp.hpp"
#include "kernels/problem.hpp"
#include "kernels/terms.hpp"

namespace attest::kernels::shared_weights {

/// Rows of A that a task computes and multiplies with the values: whole tiles, few enough that 512 keys stay in the
/// second cache.
template <class V>
inline constexpr std::int64_t row_block = V::registers >= 32 ? 112 : 96;

/// A block of rows of A .* C of one head: what Positional Attention (Back de Luca et al., eq. 3, with B and C as in
/// URPE's eq. 8) computes from the positions alone, before any batch's values are seen.
template <class V>
class Weights {
  using T = typename V::Scalar;
  using Register = typename V::Register;

 public:
  Weights(const attest_problem& problem, T* scratch)
      : p(problem),
        stride_(left_row_stride<V>(p.keys)),
        rows_(scratch),
        bias_(rows_ + row_block<V> * stride_),
        factor_(bias_ + padded_spread(p)),
        product_(factor_ + padded_spread(p)) {}

  static std::int64_t scratch_size(const attest_problem& p) {
    return row_block<V> * left_row_stride<V>(p.keys) + 2 * padded_spread(p) + product_scratch<V>(row_block<V>);
  }

  /// The relative terms of a head, before its blocks.
  void start_head(std::int64_t head) {
    head_ = head;
    spread(p.bias, bias_);
    spread(p.factor, factor_);
  }

  /// Rows first, ..., first + count - 1 (count <= row_block<V>); row_sum and log_sum_exp of the rows i with
  /// own_outputs(i).
  template <typename OwnOutputs>
  void compute(std::int64_t first, std::int64_t count, const OwnOutputs& own_outputs) {
    depth_ = p.mask_kind == ATTEST_MASK_CAUSAL && count > 0 ? visible_keys(p, first + count - 1) : p.keys;
    if (p.width > 0) {
      const TransposedRows<V> keys{{row_of<const T>(p.key, 0, head_, 0), 0, p.key.row}};
      product<V>(row_of<const T>(p.query, 0, head_, first), p.query.row, count, p.width, keys, 1, depth_,
                 Matrices<T>{rows_, 0, stride_}, product_);
    }
    for (std::int64_t r = 0; r < count; ++r) compute_row(first + r, rows_ + r * stride_, own_outputs(first + r));
  }

  /// The block's `count` rows times the values of the batches from `batch`, of which there are `batches`.
  void multiply(std::int64_t count, std::int64_t batch, std::int64_t batches, Matrices<T> out) {
    const StoredRows<V> values{{row_of<const T>(p.value, batch, head_, 0), p.value.batch, p.value.row}};
    product<V>(rows_, stride_, count, depth_, values, batches, p.value_width, out, product_);
  }

 private:
  static std::int64_t padded_spread(const attest_problem& p) {
    return (spread_size(p) + 2 * V::lanes - 1) / V::lanes * V::lanes;
  }

  /// With zeros behind it: a register that passes the end multiplies them with weights that are 0.
  void spread(const attest_term& t, T* slices) const {
    if (!is_relative(t)) return;
    spread_term<T>(p, t, head_, slices);
    for (std::int64_t s = spread_size(p); s < padded_spread(p); ++s) slices[s] = 0;
  }

  /// B_ij or C_ij at keys j, ..., j + V::lanes - 1 of row i.
  Register term(const attest_term& t, const T* slices, std::int64_t i, std::int64_t j) const {
    if (is_relative(t)) return V::load(slices + p.queries - 1 - i + j);
    return simd::load_part<V>(row_of<const T>(t.values, 0, head_, i) + j, p.keys - j);
  }

  /// Scores of the visible keys into `row` (minus infinity at hidden ones), and the greatest of them.
  T scores(std::int64_t i, std::int64_t visible, T* row) const {
    const Register hidden = V::set(-std::numeric_limits<T>::infinity());
    Register most = hidden;
    const auto* mask = p.mask_kind == ATTEST_MASK_BYTES ? row_of<const std::uint8_t>(p.mask, 0, head_, i) : nullptr;
    for (std::int64_t j = 0; j < visible; j += V::lanes) {
      Register score = p.width > 0 ? V::load(row + j) * V::set(static_cast<T>(p.scale)) : Register{};
      if (p.bias.kind != ATTEST_TERM_NONE) score += term(p.bias, bias_, i, j);
      const bool whole = visible - j >= V::lanes;
      if (mask != nullptr)
        score = V::select(whole ? V::nonzero(mask + j, V::lanes) : V::nonzero(mask + j, static_cast<int>(visible - j)),
                          score, hidden);
      else if (!whole)
        score = V::select(simd::first<V>(visible - j), score, hidden);
      V::store(row + j, score);
      most = V::max(score, most);
    }
    return V::greatest(most);
  }

  void compute_row(std::int64_t i, T* row, bool own_outputs) {
    const std::int64_t visible = visible_keys(p, i);
    const T most = scores(i, visible, row);
    const bool any = most > -std::numeric_limits<T>::infinity();
    Register sums{};
    for (std::int64_t j = 0; j < visible; j += V::lanes) {
      const Register weight = any ? simd::exp_of_nonpositive<V>(V::load(row + j) - V::set(most)) : Register{};
      V::store(row + j, weight);
      sums += weight;
    }
    const T sum = V::sum(sums);
    Register row_sums{};
    for (std::int64_t j = 0; j < visible && any; j += V::lanes) {
      Register weight = V::load(row + j) / V::set(sum);
      if (p.factor.kind != ATTEST_TERM_NONE) weight *= term(p.factor, factor_, i, j);
      row_sums += weight;
      V::store(row + j, weight);
    }
    // What the tile reads beyond the last visible key's register.
    for (std::int64_t j = (visible + V::lanes - 1) / V::lanes * V::lanes; j < depth_; ++j) row[j] = 0;
    if (own_outputs) write_row_outputs(i, V::sum(row_sums), most, sum);
  }

  void write_row_outputs(std::int64_t i, T row_sum, T most, T sum) const {
    for (std::int64_t b = 0; b < p.batches; ++b) {
      if (p.row_sum.data != nullptr) row_of<T>(p.row_sum, b, head_, 0)[i] = row_sum;
      if (p.log_sum_exp.data != nullptr)
        row_of<T>(p.log_sum_exp, b, head_, 0)[i] = sum > 0 ? most + static_cast<T>(__builtin_log(sum)) : most;
    }
  }

  const attest_problem& p;
  const std::int64_t stride_;
  T* const rows_;  // scores, then A, then A .* C
  T* const bias_;  // spread, see kernels/terms.hpp
  T* const factor_;
  T* const product_;
  std::int64_t head_ = 0;
  std::int64_t depth_ = 0;  // keys that some row of the block sees, when they are a prefix
};

/// Bytes of scratch of one worker.
template <class V>
std::int64_t direct_scratch(const attest_problem& p) {
  return Weights<V>::scratch_size(p) * static_cast<std::int64_t>(sizeof(typename V::Scalar));
}

/// Tasks of a problem: the blocks of rows of every head.
template <class V>
std::int64_t direct_tasks(const attest_problem& p) {
  return p.heads * ((p.queries + row_block<V> - 1) / row_block<V>);
}

/// One of them: A once, then A V for all batches.
template <class V>
void direct_task(const attest_problem& p, std::int64_t task, void* scratch) {
  using T = typename V::Scalar;
  const std::int64_t head = task % p.heads, first = task / p.heads * row_block<V>;
  const std::int64_t count = p.queries - first < row_block<V> ? p.queries - first : row_block<V>;
  Weights<V> weights(p, static_cast<T*>(scratch));
  weights.start_head(head);
  weights.compute(first, count, [](std::int64_t) { return true; });
  weights.multiply(count, 0, p.batches, {row_of<T>(p.output, 0, head, first), p.output.batch, p.output.row});
}

}  // namespace attest::kernels::shared_weights
