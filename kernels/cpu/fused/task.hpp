// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/cpu/fused/engine.hpp"
#include "kernels/cpu/fused/pack.hpp"
#include "kernels/cpu/fused/place.hpp"
#include "kernels/cpu/fused/rows.hpp"
#include "kernels/cpu/fused/tile.hpp"
#include "kernels/cpu/fused/upcoming.hpp"
#include "kernels/cpu/simd/alibi.hpp"
#include "kernels/cpu/simd/softcap.hpp"
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
    Task(plan, static_cast<Scalar*>(workspace)).compute(Place<V>(plan, task), task);
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
  static constexpr std::int64_t alibi_count = rows - 1 + block;
  /// Between rows of queries of up to 64 and up to 128 numbers, with the same extra vector.
  static constexpr int narrow = 64 + lanes, middle = widest_row + lanes;

  Task(const Plan& plan, Scalar* workspace)
      : plan_(plan),
        p(*plan.problem),
        outputs_row_(panels<V>(p.value_width) * wide),
        queries_row_(p.width <= narrow - lanes   ? narrow
                     : p.width <= middle - lanes ? middle
                                                 : 0),
        memory_(workspace),
        queries_(take(plan.query_block * (queries_row_ > 0 ? queries_row_ : p.width))),
        keys_(take(block * p.width)),
        values_(take(values_in_place_ ? 0 : block * outputs_row_)),
        scores_(take(rows * scores_row)),
        tops_(take(rows * lanes)),
        alibi_(take(alibi_count)),
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

  /// Blocks begin at multiples of their size, whatever the task sees first: so no row's arithmetic depends on the cut.
  void compute(const Place<V>& place, std::int64_t task) {
    here_ = &place;
    start();
    const Keys seen = place.seen_by_some(0, place.count);
    for (std::int64_t key = seen.begin / block * block; key < seen.end; key += block) {
      const std::int64_t keys = seen.end - key < block ? seen.end - key : block;
      if (p.width > 0) pack_transposed<V, wide>(keys_of(p.key, place, key), p.key.row, keys, p.width, 1, keys_);
      if (p.value_width > 0 && !values_in_place_)
        pack_values<V>(keys_of(p.value, place, key), p.value.row, keys, p.value_width, block * wide, values_);
      ask_for(task, key + keys, seen.end);
      for (std::int64_t i = 0; i < place.count; i += rows) walk_tile(i, key, keys);
    }
    place.each_head([&](std::int64_t head, std::int64_t query, std::int64_t i, std::int64_t count) {
      for (std::int64_t r = 0; r < count; ++r) finish(i + r, {head, query + r});
    });
  }

  static Scalar* keys_of(const attest_tensor& t, const Place<V>& at, std::int64_t row) {
    return row_of<Scalar>(t, at.batch, at.kv_head(), row);
  }

  /// Prepares to prefetch what is read next: this task's block that begins with `key`, or all that the task needs first
  /// which this worker is likely to take after this one. Without it a short head waits for memory for a fifth of its
  /// time.
  void ask_for(std::int64_t task, std::int64_t key, std::int64_t end) {
    upcoming_ = {};
    if (key < end) {
      expect(p.key, p.width, *here_, key, end);
      expect(p.value, p.value_width, *here_, key, end);
    } else if (task + plan_.workers < plan_.tasks()) {
      const Place<V> next(plan_, task + plan_.workers);
      const Keys seen = next.seen_by_some(0, next.count);
      const Query first = next.query(0);
      const std::int64_t queries = first.number + next.count < p.queries ? next.count : p.queries - first.number;
      if (p.width > 0)
        upcoming_.add(row_of<Scalar>(p.query, next.batch, first.head, first.number), p.query.row,
                      queries < block ? queries : block, p.width);
      expect(p.key, p.width, next, seen.begin, seen.end);
      expect(p.value, p.value_width, next, seen.begin, seen.end);
      if (p.value_width > 0)
        upcoming_.add(row_of<Scalar>(p.output, next.batch, first.head, first.number), p.output.row,
                      queries < block ? queries : block, p.value_width);
    }
    upcoming_share_ = (upcoming_.rows() + here_->count - 1) / here_->count;
  }

  void expect(const attest_tensor& t, std::int64_t width, const Place<V>& at, std::int64_t first, std::int64_t end) {
    if (width > 0) upcoming_.add(keys_of(t, at, first), t.row, end - first < block ? end - first : block, width);
  }

  void start() {
    const auto unit = static_cast<Scalar>(plan_.product_unit);
    here_->each_head([&](std::int64_t head, std::int64_t query, std::int64_t i, std::int64_t count) {
      const Scalar* const from = row_of<Scalar>(p.query, here_->batch, head, query);
      if (queries_row_ > 0)  // what is filled up behind one head is overwritten by the next
        pack_rows<V, Tile<V>::step>(from, p.query.row, count, p.width, unit, queries_ + i * queries_row_, queries_row_);
      else if (p.width > 0)
        pack_transposed<V, rows>(from, p.query.row, count, p.width, unit, queries_);
      for (std::int64_t r = i; r < i + count; ++r)
        reference_[r] = has_sinks_ ? sink(head) : -std::numeric_limits<Scalar>::infinity();
    });
    clear<V>(sums_, sums_ + plan_.query_block * lanes);
    clear<V>(factor_sums_, factor_sums_ + plan_.query_block * lanes);
  }

  /// A head's sink in the plan's unit. As a row's first reference it is a key that has been seen; its weight is added
  /// at the end.
  Scalar sink(std::int64_t head) const {
    return static_cast<Scalar>(static_cast<double>(*row_of<Scalar>(p.sinks, 0, head, 0)) * plan_.unit);
  }

  /// Rows i..i+rows-1 of the task against one block of keys, from the first panel that one of them sees.
  void walk_tile(std::int64_t i, std::int64_t block_key, std::int64_t block_keys) {
    const int live = here_->count - i < rows ? static_cast<int>(here_->count - i) : rows;
    const Keys some = here_->seen_by_some(i, live);
    const std::int64_t skipped = some.begin <= block_key ? 0 : (some.begin - block_key) / wide * wide;
    const std::int64_t block_end = block_key + block_keys, end = some.end < block_end ? some.end : block_end;
    if (end <= some.begin || end <= block_key + skipped) return;
    const bool first = some.begin >= block_key;
    Part at{.i = i,
            .key = block_key + skipped,
            .live = live,
            .used = static_cast<int>(end - block_key - skipped),
            .first = first,
            .rowwise = false,
            .keys = keys_ + skipped * p.width,
            .values = values_ + skipped * wide};
    if (plain_ && at.used % wide == 0 && all_seen(at)) return walk_visible_tile(at);
    at.rowwise =
        p.bias.kind == ATTEST_TERM_DENSE || (is_relative(p.bias) && (p.softcap != 0 || !here_->straight(i, live)));
    const Scalar* const plus = is_relative(p.bias) && !at.rowwise ? bias_slice(i, at.key) : nullptr;
    by_rows<V>(live, [&](auto tile) {
      by_layout([&](auto layout) {
        constexpr auto scores = multiply<V, tile.rows, layout.row_step, layout.depth_step, false, false>;
        constexpr auto scores_with_bias = multiply<V, tile.rows, layout.row_step, layout.depth_step, false, true>;
        for (std::int64_t panel = 0; panel < panels<V>(at.used); ++panel)
          (plus != nullptr ? scores_with_bias : scores)(p.width, queries_of(i), at.keys + panel * wide * p.width,
                                                        scores_ + panel * wide, scores_row,
                                                        plus != nullptr ? plus + panel * wide : nullptr, wide);
      });
    });
    const RowFunction<V> row_function = choose_row<V>(p, at.rowwise);
    for (int r = 0; r < live; ++r) {
      upcoming_.ask(upcoming_share_);
      Scalar* const scores = scores_ + r * scores_row;
      if (p.softcap != 0) simd::cap_scores<V>(scores, at.used, 1, static_cast<Scalar>(p.softcap * plan_.unit));
      row_function(row(i + r, scores, at));
    }
    add_values(at);
  }

  /// Rows i..i+live-1 against keys key..key+used-1 of a block.
  struct Part {
    std::int64_t i, key;
    int live, used;
    bool first;  ///< the first keys of these rows: the sums begin
    bool
        rowwise;  ///< B is added row by row, and not to sums in registers: these know one that is relative, of one head
    const Scalar *keys, *values;
  };

  /// Whether every row sees all keys.
  bool all_seen(const Part& at) const {
    return here_->straight(at.i, at.live) && visible_keys(p, here_->query(at.i).number) >= at.key + at.used &&
           first_visible(p, here_->query(at.i + at.live - 1).number) <= at.key;
  }

  /// The second product of a tile.
  void add_values(const Part& at) {
    by_rows<V>(at.live, [&](auto tile) {
      constexpr auto first = multiply<V, tile.rows, scores_row, 1, false, false>;
      constexpr auto more = multiply<V, tile.rows, scores_row, 1, true, false>;
      for (std::int64_t panel = 0; panel < panels<V>(p.value_width); ++panel)
        (at.first ? first : more)(
            at.used, scores_,
            values_in_place_ ? keys_of(p.value, *here_, at.key) + panel * wide : at.values + panel * wide * block,
            outputs_ + at.i * outputs_row_ + panel * wide, outputs_row_, nullptr,
            values_in_place_ ? p.value.row : wide);
    });
  }

  /// A tile of softmax, every query of which sees all keys: the greatest scores are found while the scores are in
  /// registers, and the rows become weights one after the other without a branch between them.
  void walk_visible_tile(const Part& at) {
    const std::int64_t i = at.i;
    const bool relative = is_relative(p.bias);
    const Scalar* const plus = relative ? bias_slice(i, at.key) : nullptr;
    by_rows<V>(at.live, [&](auto tile) {
      by_layout([&](auto layout) {
        constexpr auto scores = multiply_and_compare<V, tile.rows, layout.row_step, layout.depth_step, false>;
        constexpr auto scores_with_bias = multiply_and_compare<V, tile.rows, layout.row_step, layout.depth_step, true>;
        for (std::int64_t panel = 0; panel < at.used / wide; ++panel)
          (relative ? scores_with_bias : scores)(panel == 0, p.width, queries_of(i), at.keys + panel * wide * p.width,
                                                 scores_ + panel * wide, scores_row,
                                                 relative ? plus + panel * wide : nullptr, tops_);
      });
    });
    unsigned higher = 0;
    for (int r = 0; r < at.live; ++r) higher |= V::bits(exceeds<V>(V::load(tops_ + r * lanes), reference_[i + r]));
    if (higher != 0)
      for (int r = 0; r < at.live; ++r) {
        const typename V::Register top = V::load(tops_ + r * lanes);
        if (V::bits(exceeds<V>(top, reference_[i + r])))
          raise_reference<V>(row(i + r, scores_ + r * scores_row, at), top);
      }
    const VisibleRows<V> all{at.live,
                             at.used,
                             scores_,
                             scores_row,
                             plan_.factor != nullptr ? slice(plan_.factor, here_->query(i), at.key) : nullptr,
                             reference_ + i,
                             sums_ + i * lanes,
                             factor_sums_ + i * lanes};
    const auto between = [this]() __attribute__((always_inline)) { upcoming_.ask(upcoming_share_); };
    all.factor != nullptr ? softmax_rows<V, true>(all, between) : softmax_rows<V, false>(all, between);
    add_values(at);
  }

  template <class F>
  void by_layout(F f) const {
    if (queries_row_ == narrow) {
      f(Layout<narrow, 1>{});
    } else if (queries_row_ == middle) {
      f(Layout<middle, 1>{});
    } else {
      f(Layout<1, rows>{});
    }
  }
  const Scalar* queries_of(std::int64_t i) const { return queries_ + i * (queries_row_ > 0 ? queries_row_ : p.width); }

  Row<V> row(std::int64_t i, Scalar* scores, const Part& at) {
    const Query query = here_->query(i);
    const auto within = [&at](std::int64_t key) {
      return static_cast<int>(key < at.key ? 0 : key < at.key + at.used ? key - at.key : at.used);
    };
    const int begin = within(first_visible(p, query.number)), count = within(visible_keys(p, query.number));
    const bool bytes = p.mask_kind == ATTEST_MASK_BYTES, dense = p.bias.kind == ATTEST_TERM_DENSE;
    return {.scores = scores,
            .begin = begin < count ? begin : 0,
            .count = begin < count ? count : 0,
            .used = at.used,
            .bias = !at.rowwise ? nullptr
                    : dense     ? dense_row(p.bias, query, at.key)
                                : bias_row(query, at),
            .factor = p.factor.kind == ATTEST_TERM_NONE    ? nullptr
                      : p.factor.kind == ATTEST_TERM_DENSE ? dense_row(p.factor, query, at.key)
                                                           : slice(plan_.factor, query, at.key),
            .visible =
                bytes ? row_of<const std::uint8_t>(p.mask, here_->batch, query.head, query.number) + at.key : nullptr,
            .unit = dense ? static_cast<Scalar>(plan_.unit) : 1,
            .reference = reference_[i],
            .sums = sums_ + i * lanes,
            .factor_sums = factor_sums_ + i * lanes,
            .outputs = outputs_ + i * outputs_row_,
            .outputs_count = outputs_row_};
  }

  const Scalar* dense_row(const attest_term& t, const Query& query, std::int64_t key) const {
    return row_of<Scalar>(t.values, here_->batch, query.head, query.number) + key;
  }

  /// A relative term's numbers of a query from `key` on.
  const Scalar* slice(const void* family, const Query& query, std::int64_t key) const {
    return static_cast<const Scalar*>(family) + query.head * plan_.family + (p.queries - 1 - query.number) + key;
  }

  /// The bias of a tile whose first row is i; a row further down, it begins one number earlier.
  const Scalar* bias_slice(std::int64_t i, std::int64_t key) const {
    const Query query = here_->query(i);
    if (p.bias.kind != ATTEST_TERM_ALIBI) return slice(plan_.bias, query, key);
    make_alibi({query.head, query.number + rows - 1}, key, alibi_count);
    return alibi_ + rows - 1;
  }

  /// The bias of one row, until the next is asked for.
  const Scalar* bias_row(const Query& query, const Part& at) const {
    if (p.bias.kind != ATTEST_TERM_ALIBI) return slice(plan_.bias, query, at.key);
    make_alibi(query, at.key, at.used);
    return alibi_;
  }

  void make_alibi(const Query& query, std::int64_t key, std::int64_t count) const {
    simd::alibi<V>(*row_of<Scalar>(p.bias.values, 0, query.head, 0), plan_.unit, query.number - key, count, alibi_);
  }

  /// Row i, which is this query.
  void finish(std::int64_t i, const Query& query) const {
    constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
    const bool hardmax = p.operation == ATTEST_HARDMAX, factor = p.factor.kind != ATTEST_TERM_NONE;
    const Scalar weights = V::sum(V::load(sums_ + i * lanes));
    // A row whose weights are all 0 sees no key, or none beside its sink that weighs anything.
    const bool nothing = weights == 0;
    const Scalar of_sink = has_sinks_ ? weight(sink(query.head) - reference_[i]) : 0, sum = weights + of_sink;
    const Scalar share = hardmax && p.ties != ATTEST_TIES_UNIFORM ? 1 : 1 / sum;
    const Scalar* from = outputs_ + i * outputs_row_;
    for (std::int64_t c = 0; c < p.value_width; c += lanes) {
      const auto some = V::first(p.value_width - c < lanes ? static_cast<int>(p.value_width - c) : lanes);
      V::store(some, row_of<Scalar>(p.output, here_->batch, query.head, query.number) + c,
               nothing ? typename V::Register{} : V::load(from + c) * V::set(share));
    }
    if (p.row_sum.data != nullptr) {
      const Scalar all = factor ? V::sum(V::load(factor_sums_ + i * lanes)) : weights;
      row_of<Scalar>(p.row_sum, here_->batch, query.head, 0)[query.number] = nothing ? 0 : all * share;
    }
    if (p.log_sum_exp.data != nullptr) {
      constexpr double ln2 = 0x1.62e42fefa39efp-1;
      const Scalar none = has_sinks_ ? *row_of<Scalar>(p.sinks, 0, query.head, 0) : -infinity;
      row_of<Scalar>(p.log_sum_exp, here_->batch, query.head, 0)[query.number] =
          nothing ? none
                  : static_cast<Scalar>((static_cast<double>(reference_[i]) + ::log2(static_cast<double>(sum))) * ln2);
    }
  }

  static Scalar weight(Scalar power) { return V::greatest(simd::exp2<V>(V::set(power))); }

  const Plan& plan_;
  const attest_problem& p;
  std::int64_t end_ = 0;
  /// Softmax without a mask of bytes, a dense term or a softcap: what walk_visible_tile takes.
  const bool plain_ = p.operation != ATTEST_HARDMAX && p.mask_kind != ATTEST_MASK_BYTES &&
                      p.bias.kind != ATTEST_TERM_DENSE && p.factor.kind != ATTEST_TERM_DENSE && p.softcap == 0;
  const bool has_sinks_ = p.sinks.data != nullptr;
  const std::int64_t outputs_row_;  // value_width, filled up to whole panels
  /// Values whose rows follow one another and fill whole panels are read where they lie.
  const bool values_in_place_ = p.value_width % wide == 0 && p.value.row == p.value_width;
  /// Queries are kept row by row, at one of two distances that the products know, or transposed where they are wider.
  const int queries_row_;
  Scalar* const memory_;
  Scalar *const queries_,
      *const keys_, *const values_, *const scores_, *const tops_, *const alibi_, *const outputs_,
                                                                                     *const reference_,
                                                                                         *const sums_,
                                                                                             *const factor_sums_;
  const Place<V>* here_ = nullptr;
  Upcoming<Scalar> upcoming_;
  std::int64_t upcoming_share_ = 0;  // rows to ask for, a row
};

template <class V>
constexpr Engine make_engine() {
  return {Tile<V>::rows, panel_width<V>, block_keys<V>, Task<V>::workspace_bytes, Task<V>::run, Task<V>::exp2_all};
}

}  // namespace attest::kernels::fused
