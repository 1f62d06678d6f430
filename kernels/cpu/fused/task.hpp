// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/cpu/fused/engine.hpp"
#include "kernels/cpu/fused/pack.hpp"
#include "kernels/cpu/fused/rows.hpp"
#include "kernels/cpu/fused/tile.hpp"
#include "kernels/cpu/fused/upcoming.hpp"
#include "kernels/problem.hpp"
#include "kernels/terms.hpp"

namespace attest::kernels::fused {

/// Keys of a block: one KiB of scores a row.
template <class V>
constexpr int block_keys = 1024 / sizeof(typename V::Scalar);

/// One task of a plan: the online softmax over blocks of keys, with everything that it keeps between them in a
/// workspace of O(query_block * (width + value_width) + block_keys * (width + value_width)) numbers.
template <class V>
class Task {
 public:
  using Scalar = typename V::Scalar;

  static std::size_t workspace_bytes(const Plan& plan) {
    return static_cast<std::size_t>(Task(plan, nullptr).end_) * sizeof(Scalar);
  }

  static void run(const Plan& plan, std::int64_t task, void* workspace) {
    Task(plan, static_cast<Scalar*>(workspace)).compute(task);
  }

  static void exp2_all(std::int64_t n, const void* from, void* to) {
    const auto* x = static_cast<const Scalar*>(from);
    auto* y = static_cast<Scalar*>(to);
    for (std::int64_t i = 0; i < n; i += V::lanes) {
      const auto some = V::first(n - i < V::lanes ? static_cast<int>(n - i) : V::lanes);
      V::store(some, y + i, simd::exp2<V>(V::load(some, x + i)));
    }
  }

 private:
  static constexpr int lanes = V::lanes, rows = Tile<V>::rows, wide = panel_width<V>, block = block_keys<V>;
  /// Between rows of scores; the extra vector keeps the rows of a tile apart in the cache's sets.
  static constexpr int scores_row = block + lanes;

  Task(const Plan& plan, Scalar* workspace)
      : plan_(plan),
        p(*plan.problem),
        outputs_row_(panels<V>(p.value_width) * wide),
        memory_(workspace),
        queries_(take(plan.query_block * p.width)),
        keys_(take(block * p.width)),
        values_(take(block * outputs_row_)),
        scores_(take(rows * scores_row)),
        outputs_(take(plan.query_block * outputs_row_)),
        reference_(take(plan.query_block)),
        sums_(take(plan.query_block * lanes)),
        factor_sums_(take(plan.query_block * lanes)) {}

  /// The next n numbers of the workspace, from a multiple of 64 bytes.
  Scalar* take(std::int64_t n) {
    constexpr std::int64_t line = 64 / sizeof(Scalar);
    Scalar* const begin = memory_ + end_;
    end_ += (n + line - 1) / line * line;
    return begin;
  }

  /// Which rows a task computes.
  struct Place {
    std::int64_t batch, head, first, count;
  };

  Place place(std::int64_t task) const {
    const std::int64_t head = task / plan_.query_blocks, first = task % plan_.query_blocks * plan_.query_block;
    const std::int64_t left = p.queries - first;
    return {head / p.heads, head % p.heads, first, left < plan_.query_block ? left : plan_.query_block};
  }

  void compute(std::int64_t task) {
    here_ = place(task);
    start();
    const RowFunction<V> row_function = choose_row<V>(p);
    const std::int64_t visible = visible_keys(p, here_.first + here_.count - 1);
    for (std::int64_t key = 0; key < visible; key += block) {
      const std::int64_t keys = visible - key < block ? visible - key : block;
      if (p.width > 0) pack_transposed<V, wide>(rows_of(p.key, here_, key), p.key.row, keys, p.width, 1, keys_);
      if (p.value_width > 0)
        pack_values<V>(rows_of(p.value, here_, key), p.value.row, keys, p.value_width, block * wide, values_);
      ask_for(task, key + keys, visible);
      for (std::int64_t i = 0; i < here_.count; i += rows) walk_tile(i, key, keys, row_function);
    }
    for (std::int64_t i = 0; i < here_.count; ++i) finish(i);
  }

  static Scalar* rows_of(const attest_tensor& t, const Place& at, std::int64_t row) {
    return row_of<Scalar>(t, at.batch, at.head, row);
  }

  /// Prepares to prefetch what is read next: this task's block that begins with `key`, or all that the task needs first
  /// which this worker is likely to take after this one. Without it a short head waits for memory for a fifth of its
  /// time.
  void ask_for(std::int64_t task, std::int64_t key, std::int64_t visible) {
    upcoming_ = {};
    if (key < visible) {
      expect(p.key, p.width, here_, key, visible);
      expect(p.value, p.value_width, here_, key, visible);
    } else if (task + plan_.workers < plan_.tasks()) {
      const Place next = place(task + plan_.workers);
      const std::int64_t end = next.first + next.count, next_visible = visible_keys(p, end - 1);
      expect(p.query, p.width, next, next.first, end);
      expect(p.key, p.width, next, 0, next_visible);
      expect(p.value, p.value_width, next, 0, next_visible);
      expect(p.output, p.value_width, next, next.first, end);
    }
    upcoming_share_ = (upcoming_.rows() + here_.count - 1) / here_.count;
  }

  void expect(const attest_tensor& t, std::int64_t width, const Place& at, std::int64_t first, std::int64_t end) {
    if (width > 0) upcoming_.add(rows_of(t, at, first), t.row, end - first < block ? end - first : block, width);
  }

  void start() {
    if (p.width > 0)
      pack_transposed<V, rows>(rows_of(p.query, here_, here_.first), p.query.row, here_.count, p.width,
                               static_cast<Scalar>(p.scale * plan_.unit), queries_);
    clear<V>(sums_, sums_ + plan_.query_block * lanes);
    clear<V>(factor_sums_, factor_sums_ + plan_.query_block * lanes);
    for (std::int64_t i = 0; i < here_.count; ++i) reference_[i] = -std::numeric_limits<Scalar>::infinity();
  }

  /// Queries i..i+rows-1 of the task against one block of keys.
  void walk_tile(std::int64_t i, std::int64_t key, std::int64_t keys, RowFunction<V> row_function) {
    const int live = here_.count - i < rows ? static_cast<int>(here_.count - i) : rows;
    const int used = visible_in_block(i + live - 1, key, keys);
    if (used == 0) return;
    const bool relative = is_relative(p.bias);
    const Scalar* const plus = relative ? slice(plan_.bias, i, key) : nullptr;
    by_rows(live, [&](auto tile) {
      constexpr auto scores = multiply<V, tile.rows, 1, rows, false, false>;
      constexpr auto scores_with_bias = multiply<V, tile.rows, 1, rows, false, true>;
      for (std::int64_t panel = 0; panel < panels<V>(used); ++panel)
        (relative ? scores_with_bias : scores)(p.width, queries_ + i * p.width, keys_ + panel * wide * p.width,
                                               scores_ + panel * wide, scores_row,
                                               relative ? plus + panel * wide : nullptr);
    });
    for (int r = 0; r < live; ++r) {
      upcoming_.ask(upcoming_share_);
      row_function(row(i + r, scores_ + r * scores_row, key, keys, used));
    }
    by_rows(live, [&](auto tile) {
      constexpr auto first = multiply<V, tile.rows, scores_row, 1, false, false>;
      constexpr auto more = multiply<V, tile.rows, scores_row, 1, true, false>;
      for (std::int64_t panel = 0; panel < panels<V>(p.value_width); ++panel)
        (key == 0 ? first : more)(used, scores_, values_ + panel * wide * block,
                                  outputs_ + i * outputs_row_ + panel * wide, outputs_row_, nullptr);
    });
  }

  template <int n>
  struct Rows {
    static constexpr int rows = n;
  };

  /// Calls f with the least number of rows, a multiple of the step, that holds the live ones.
  template <class F>
  static void by_rows(int live, F f) {
    constexpr int step = Tile<V>::step;
    if (live <= step) {
      f(Rows<step>{});
    } else if (live <= 2 * step) {
      f(Rows<2 * step>{});
    } else {
      f(Rows<rows>{});
    }
  }

  int visible_in_block(std::int64_t i, std::int64_t key, std::int64_t keys) const {
    const std::int64_t visible = visible_keys(p, here_.first + i) - key;
    return static_cast<int>(visible < 0 ? 0 : visible < keys ? visible : keys);
  }

  Row<V> row(std::int64_t i, Scalar* scores, std::int64_t key, std::int64_t keys, int used) {
    const bool bytes = p.mask_kind == ATTEST_MASK_BYTES;
    return {
        .scores = scores,
        .count = visible_in_block(i, key, keys),
        .used = used,
        .bias = p.bias.kind == ATTEST_TERM_DENSE ? dense_row(p.bias, i, key) : nullptr,
        .factor = p.factor.kind == ATTEST_TERM_NONE    ? nullptr
                  : p.factor.kind == ATTEST_TERM_DENSE ? dense_row(p.factor, i, key)
                                                       : slice(plan_.factor, i, key),
        .visible = bytes ? row_of<const std::uint8_t>(p.mask, here_.batch, here_.head, here_.first + i) + key : nullptr,
        .unit = static_cast<Scalar>(plan_.unit),
        .reference = reference_[i],
        .sums = sums_ + i * lanes,
        .factor_sums = factor_sums_ + i * lanes,
        .outputs = outputs_ + i * outputs_row_,
        .outputs_count = outputs_row_};
  }

  const Scalar* dense_row(const attest_term& t, std::int64_t i, std::int64_t key) const {
    return rows_of(t.values, here_, here_.first + i) + key;
  }

  /// A relative term's numbers of row i from `key` on.
  const Scalar* slice(const void* family, std::int64_t i, std::int64_t key) const {
    return static_cast<const Scalar*>(family) + here_.head * plan_.family + (p.queries - 1 - here_.first - i) + key;
  }

  void finish(std::int64_t i) const {
    const std::int64_t query = here_.first + i;
    const bool hardmax = p.operation == ATTEST_HARDMAX, factor = p.factor.kind != ATTEST_TERM_NONE;
    const bool nothing = reference_[i] == -std::numeric_limits<Scalar>::infinity();
    const Scalar sum = V::sum(V::load(sums_ + i * lanes));
    const Scalar share = hardmax && p.ties != ATTEST_TIES_UNIFORM ? 1 : 1 / sum;
    const Scalar* from = outputs_ + i * outputs_row_;
    for (std::int64_t c = 0; c < p.value_width; c += lanes) {
      const auto some = V::first(p.value_width - c < lanes ? static_cast<int>(p.value_width - c) : lanes);
      V::store(some, row_of<Scalar>(p.output, here_.batch, here_.head, query) + c,
               nothing ? typename V::Register{} : V::load(from + c) * V::set(share));
    }
    if (p.row_sum.data != nullptr) {
      const Scalar weights = factor ? V::sum(V::load(factor_sums_ + i * lanes)) : sum;
      row_of<Scalar>(p.row_sum, here_.batch, here_.head, 0)[query] = nothing ? 0 : weights * share;
    }
    if (p.log_sum_exp.data != nullptr) {
      constexpr double ln2 = 0x1.62e42fefa39efp-1;
      row_of<Scalar>(p.log_sum_exp, here_.batch, here_.head, 0)[query] =
          nothing ? reference_[i]
                  : static_cast<Scalar>((static_cast<double>(reference_[i]) + ::log2(static_cast<double>(sum))) * ln2);
    }
  }

  const Plan& plan_;
  const attest_problem& p;
  std::int64_t end_ = 0;
  const std::int64_t outputs_row_;  // value_width, filled up to whole panels
  Scalar* const memory_;
  Scalar *const queries_, *const keys_, *const values_, *const scores_, *const outputs_, *const reference_,
                                                                                             *const sums_,
                                                                                                 *const factor_sums_;
  Place here_{};
  Upcoming<Scalar> upcoming_;
  std::int64_t upcoming_share_ = 0;  // rows to ask for, a row
};

template <class V>
constexpr Engine make_engine() {
  return {Tile<V>::rows, panel_width<V>, block_keys<V>, Task<V>::workspace_bytes, Task<V>::run, Task<V>::exp2_all};
}

}  // namespace attest::kernels::fused
