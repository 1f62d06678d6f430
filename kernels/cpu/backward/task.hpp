// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/cpu/backward/engine.hpp"
#include "kernels/cpu/backward/form.hpp"
#include "kernels/cpu/backward/products.hpp"
#include "kernels/cpu/backward/rows.hpp"
#include "kernels/cpu/backward/sizes.hpp"
#include "kernels/problem.hpp"
#include "kernels/terms.hpp"

namespace attest::kernels::backward {

/// One task of a plan. A batch and head's queries and gradients of outputs are packed once, its keys and values block
/// by block; a block of queries and a block of keys have two matrices of query_block x key_block numbers between the
/// five products: scores, which become P .* C, and D, which becomes dS. Form: what the products read (form.hpp).
template <class V, class Form>
class Task {
 public:
  using Scalar = typename V::Scalar;
  using Element = typename Form::Element;

  static std::size_t workspace_bytes(const Plan& plan) {
    return static_cast<std::size_t>(Task(plan, nullptr).end_) * sizeof(Scalar);
  }

  static void run(const Plan& plan, std::int64_t task, void* workspace, void* query_sums) {
    Task(plan, static_cast<Scalar*>(workspace)).compute(task, static_cast<Scalar*>(query_sums));
  }

  static std::int64_t row_of_sums(std::int64_t width) { return panels<V>(width) * wide; }

 private:
  using Products = typename Form::Products;
  static constexpr std::int64_t group = Form::group;
  static constexpr int lanes = V::lanes, rows = Tile<V>::rows, wide = panel_width<V>;
  /// Between rows of scores; the extra register keeps the rows apart in the cache's sets.
  static constexpr int scores_row = static_cast<int>(most_key_block) + lanes;
  /// Between rows of words along dS.
  static constexpr int steps_row = group == 1 ? scores_row : scores_row / 2;

  Task(const Plan& plan, Scalar* workspace)
      : plan_(plan),
        g(*plan.problem),
        p(plan.problem->forward),
        query_parts_(plan, p.query),
        key_parts_(plan, p.key),
        value_parts_(plan, p.value),
        padded_(whole_tiles(p.queries)),
        width_(row_of_sums(p.width)),
        value_width_(row_of_sums(p.value_width)),
        depth_(words(p.width)),
        value_depth_(words(p.value_width)),
        memory_(workspace),
        queries_(take(padded_ * depth_)),
        query_panels_(take(padded_ / group * width_)),
        grads_(take(padded_ * value_depth_)),
        grad_panels_(take(padded_ / group * value_width_)),
        log_sums_(take(p.queries)),
        deltas_(take(p.queries)),
        stage_(take(group == 1 ? 0 : std::max(rows, wide) * std::max(depth_, value_depth_))),
        keys_(take(plan.key_block * depth_)),
        values_(take(plan.key_block * value_depth_)),
        key_panels_(take(plan.key_block / group * width_)),
        scores_(take(plan.query_block * scores_row)),
        products_(take(plan.query_block * scores_row)),
        weight_words_(group == 1 ? scores_ : take(plan.query_block / group * scores_row)),
        step_words_(group == 1 ? products_ : take(plan.query_block / group * scores_row)),
        step_rows_(group == 1 ? products_ : take(plan.query_block * steps_row)),
        query_sums_(take(plan.chunks == 1 && wants(g.grad_query) ? query_parts_.count() * padded_ * width_ : 0)),
        key_sums_(take(wants(g.grad_key) ? key_parts_.count() * kept_keys() * width_ : 0)),
        value_sums_(take(wants(g.grad_value) ? value_parts_.count() * kept_keys() * value_width_ : 0)) {}

  static constexpr std::int64_t line = 64 / sizeof(Scalar);
  /// Numbers of packed queries and gradients that need not be asked for.
  static constexpr std::int64_t in_cache = 65536;

  /// The next n numbers of the workspace, from a multiple of 64 bytes.
  Scalar* take(std::int64_t n) {
    Scalar* const begin = memory_ + end_;
    end_ += (n + line - 1) / line * line;
    return begin;
  }

  static std::int64_t words(std::int64_t n) { return (n + group - 1) / group; }
  static bool wants(const attest_tensor& gradient) { return gradient.data != nullptr; }
  static std::int64_t whole_tiles(std::int64_t n) { return (n + rows - 1) / rows * rows; }
  /// A group of one batch and head finishes a block of keys at once, others keep the sums of all the chunk's keys.
  bool alone() const { return !plan_.all_batches && !plan_.all_heads; }
  std::int64_t kept_keys() const { return (alone() ? 1 : plan_.chunk_blocks) * plan_.key_block; }

  void compute(std::int64_t task, Scalar* query_sums) {
    chunk_ = task % plan_.chunks;
    first_block_ = chunk_ * plan_.chunk_blocks;
    end_block_ = std::min(first_block_ + plan_.chunk_blocks, plan_.key_blocks);
    Scalar* const sums_of_queries = plan_.chunks == 1 ? query_sums_ : query_sums;
    const std::int64_t group = task / plan_.chunks, heads = plan_.all_heads ? 1 : p.heads;
    batch_ = plan_.all_batches ? 0 : group / heads;
    head_ = plan_.all_heads ? 0 : group % heads;
    for_all([&] { walk(sums_of_queries + query_parts_.of(b, h) * padded_ * width_); });
    for_all([&] {
      if (plan_.chunks == 1 && wants(g.grad_query) && is_first(p.query))
        finish(g.grad_query, sums_of_queries + query_parts_.of(b, h) * padded_ * width_, width_, 0, p.queries, p.width,
               static_cast<Scalar>(p.scale));
      for (std::int64_t block = first_block_; !alone() && block < end_block_; ++block) finish_block(block);
    });
  }

  /// Calls f for every batch and head of the group.
  template <class F>
  [[gnu::always_inline]] void for_all(F f) {
    const std::int64_t batches_end = plan_.all_batches ? p.batches : batch_ + 1;
    const std::int64_t heads_end = plan_.all_heads ? p.heads : head_ + 1;
    for (b = batch_; b < batches_end; ++b)
      for (h = head_; h < heads_end; ++h) f();
  }

  /// Whether this batch and head is the group's first that uses its part of the array.
  bool is_first(const attest_tensor& array) const {
    return (array.batch != 0 || b == batch_) && (array.head != 0 || h == head_);
  }

  template <typename T>
  T* rows_of(const attest_tensor& t, std::int64_t row) const {
    return row_of<T>(t, b, h, row);
  }

  /// All that a batch and head adds. What it adds to a part first is stored, unless not every sum is visited.
  void walk(Scalar* query_sums) {
    const bool partial = p.mask_kind == ATTEST_MASK_CAUSAL;
    const bool first_queries = is_first(p.query), first_keys = is_first(p.key), first_values = is_first(p.value);
    if (wants(g.grad_query) && first_queries && (partial || first_block_ == end_block_))
      std::fill_n(query_sums, padded_ * width_, Scalar{0});
    if (first_block_ == end_block_) return;
    start();
    sums_of_queries_ = wants(g.grad_query) ? query_sums : nullptr;
    const RowFunction<V> row_function = choose_row<V, Form::scales_scores>(
        Terms{Form::scales_scores, reads_bias(), p.factor.kind != ATTEST_TERM_NONE, p.mask_kind == ATTEST_MASK_BYTES,
              p.bias.kind != ATTEST_TERM_NONE && wants(g.grad_bias),
              p.factor.kind != ATTEST_TERM_NONE && wants(g.grad_factor)});
    for (std::int64_t block = first_block_; block < end_block_; ++block) {
      const std::int64_t key = block * plan_.key_block, keys = std::min(p.keys - key, plan_.key_block);
      pack_keys(key, keys);
      Scalar* const key_sums = sums_of(key_sums_, key_parts_, block, width_);
      Scalar* const value_sums = sums_of(value_sums_, value_parts_, block, value_width_);
      const bool skips = partial || p.queries == 0;
      if (wants(g.grad_key) && first_keys && skips) std::fill_n(key_sums, plan_.key_block * width_, Scalar{0});
      if (wants(g.grad_value) && first_values && skips)
        std::fill_n(value_sums, plan_.key_block * value_width_, Scalar{0});
      for (std::int64_t query = 0; query < p.queries; query += plan_.query_block) {
        const std::int64_t end = std::min(query + plan_.query_block, p.queries);
        // Rows and columns of the block that see nothing, or that nothing sees, are left out.
        const std::int64_t hidden = partial ? key - p.diagonal - query : 0;
        const std::int64_t first = query + (hidden > 0 ? hidden / rows * rows : 0);
        const std::int64_t used = std::min(visible_keys(p, end - 1) - key, keys);
        if (first >= end || used <= 0) continue;
        weigh(first, end - first, key, keys, used, row_function);
        const std::int64_t live = end - first;
        add_rows(live, used, grad_panels_ + first / group * wide, value_width_, weight_words_, value_sums, g.grad_value,
                 partial || !first_values || query > 0);
        add_rows(live, used, query_panels_ + first / group * wide, width_, step_words_, key_sums, g.grad_key,
                 partial || !first_keys || query > 0);
        if (wants(g.grad_query)) {
          const Left<Scalar> left{step_rows_, live, steps_row};
          const Right<Scalar> right{key_panels_, p.width, plan_.key_block / group * wide};
          Scalar* const to = query_sums + first * width_;
          partial || !first_queries || block > first_block_
              ? product<Products, steps_row, 1, true>(words(used), left, right, to, width_)
              : product<Products, steps_row, 1, false>(words(used), left, right, to, width_);
        }
      }
      if (alone()) finish_block(block);
    }
  }

  /// sums += (a block's matrix)^T * panels: dV and dK.
  void add_rows(std::int64_t live, std::int64_t used, const Scalar* panel, std::int64_t width, const Scalar* matrix,
                Scalar* sums, const attest_tensor& gradient, bool accumulate) {
    if (!wants(gradient)) return;
    const Left<Scalar> left{matrix, used, 1};
    const Right<Scalar> right{panel, width, padded_ / group * wide};
    accumulate ? product<Products, 1, scores_row, true>(words(live), left, right, sums, width)
               : product<Products, 1, scores_row, false>(words(live), left, right, sums, width);
  }

  Scalar* sums_of(Scalar* sums, const Parts& parts, std::int64_t block, std::int64_t width) const {
    const std::int64_t within = alone() ? 0 : (block - first_block_) * plan_.key_block;
    return sums + (parts.of(b, h) * kept_keys() + within) * width;
  }

  void start() {
    if (p.width > 0) {
      const Element* const queries = rows_of<const Element>(p.query, 0);
      Form::template pack_transposed<rows>(queries, p.query.row, p.queries, p.width,
                                           static_cast<Scalar>(p.scale * plan_.unit), queries_, stage_);
      if (wants(g.grad_key))
        Form::pack_rows(queries, p.query.row, p.queries, p.width, padded_ / group * wide, query_panels_);
    }
    if (p.value_width > 0) {
      const Element* const grads = rows_of<const Element>(g.grad_output, 0);
      Form::template pack_transposed<rows>(grads, g.grad_output.row, p.queries, p.value_width, 1, grads_, stage_);
      if (wants(g.grad_value))
        Form::pack_rows(grads, g.grad_output.row, p.queries, p.value_width, padded_ / group * wide, grad_panels_);
    }
    const Scalar* const log_sums = rows_of<const Scalar>(p.log_sum_exp, 0);
    for (std::int64_t i = 0; i < p.queries; ++i) {
      log_sums_[i] = static_cast<Scalar>(static_cast<double>(log_sums[i]) * plan_.unit);
      deltas_[i] = delta(rows_of<const Element>(g.grad_output, i), rows_of<const Element>(p.output, i));
    }
  }

  Scalar delta(const Element* grad, const Element* output) const {
    typename V::Register sum{};
    std::int64_t c = 0;
    for (; c + lanes <= p.value_width; c += lanes) sum = V::fma(V::load(grad + c), V::load(output + c), sum);
    if (c < p.value_width) {
      const auto some = V::first(static_cast<int>(p.value_width - c));
      sum = V::fma(V::load(some, grad + c), V::load(some, output + c), sum);
    }
    return V::sum(sum);
  }

  void pack_keys(std::int64_t key, std::int64_t keys) {
    const Element* const from = rows_of<const Element>(p.key, key);
    if (p.width > 0) Form::template pack_transposed<wide>(from, p.key.row, keys, p.width, 1, keys_, stage_);
    if (p.width > 0 && wants(g.grad_query))
      Form::pack_rows(from, p.key.row, keys, p.width, plan_.key_block / group * wide, key_panels_);
    if (p.value_width > 0)
      Form::template pack_transposed<wide>(rows_of<const Element>(p.value, key), p.value.row, keys, p.value_width, 1,
                                           values_, stage_);
  }

  /// P .* C and dS of `live` queries from `first` on and `used` keys.
  void weigh(std::int64_t first, std::int64_t live, std::int64_t key, std::int64_t keys, std::int64_t used,
             RowFunction<V> row_function) {
    const Left<Scalar> queries{queries_ + first * depth_, live, depth_};
    const Right<Scalar> columns{keys_, used, wide * depth_};
    if (!is_relative(p.bias) || reads_bias()) {
      product<Products, 1, rows, false>(depth_, queries, columns, scores_, scores_row);
    } else if constexpr (!Form::scales_scores) {
      const Scalar* const plus = slice(static_cast<const Scalar*>(plan_.bias), h, first, key);
      product<Products, 1, rows, false, true>(depth_, queries, columns, scores_, scores_row, plus);
    }
    product<Products, 1, rows, false>(value_depth_, Left<Scalar>{grads_ + first * value_depth_, live, value_depth_},
                                      Right<Scalar>{values_, used, wide * value_depth_}, products_, scores_row);
    for (std::int64_t r = 0; r < live; ++r) {
      ask_for(first + live + r);
      row_function(row(r, first + r, key, keys, used));
      if constexpr (group > 1) {
        Form::narrow(products_ + r * scores_row, used, step_rows_ + r * steps_row);
        if (r % 2 == 0 && r + 1 < live) continue;
        for (const auto& [from, to] : {std::pair{scores_, weight_words_}, std::pair{products_, step_words_}}) {
          const Scalar* const even = from + r / 2 * 2 * scores_row;
          Form::zip(even, r % 2 == 0 ? nullptr : even + scores_row, used, to + r / 2 * scores_row);
        }
      }
    }
  }

  /// Whether rows add B: a dense one, and where scores have no scale yet; else the product adds it.
  bool reads_bias() const {
    return p.bias.kind == ATTEST_TERM_DENSE || (Form::scales_scores && p.bias.kind != ATTEST_TERM_NONE);
  }

  /// Asks for what the next block reads of query i, a row's worth at a time: in a long head it comes from the third
  /// level of the cache.
  void ask_for(std::int64_t i) const {
    if (i >= p.queries || padded_ * (width_ + value_width_) < in_cache) return;
    const auto ask = [](const Scalar* from, std::int64_t count) {
      for (std::int64_t c = 0; c < count; c += line) __builtin_prefetch(from + c, 0, 2);
    };
    ask(queries_ + i * depth_, depth_);
    ask(grads_ + i * value_depth_, value_depth_);
    if (sums_of_queries_ != nullptr) ask(sums_of_queries_ + i * width_, width_);
    if (i % group != 0) return;
    for (std::int64_t c = 0; c < width_; c += wide) ask(query_panels_ + (c * padded_ + i * wide) / group, wide);
    for (std::int64_t c = 0; c < value_width_; c += wide) ask(grad_panels_ + (c * padded_ + i * wide) / group, wide);
  }

  Row<V> row(std::int64_t r, std::int64_t i, std::int64_t key, std::int64_t keys, std::int64_t used) const {
    const std::int64_t visible = std::min(visible_keys(p, i) - key, keys);
    const std::int64_t part = (b * p.heads + h) * plan_.chunks + chunk_;
    const auto term = [&](const attest_term& t, const void* family) {
      return t.kind == ATTEST_TERM_NONE    ? nullptr
             : t.kind == ATTEST_TERM_DENSE ? rows_of<const Scalar>(t.values, i) + key
                                           : slice(static_cast<const Scalar*>(family), h, i, key);
    };
    const auto sums = [&](const attest_term& t, const attest_tensor& gradient, void* family) -> Scalar* {
      if (!wants(gradient) || t.kind == ATTEST_TERM_NONE) return nullptr;
      return t.kind == ATTEST_TERM_DENSE ? rows_of<Scalar>(gradient, i) + key
                                         : slice(static_cast<Scalar*>(family), part, i, key);
    };
    return {.scores = scores_ + r * scores_row,
            .products = products_ + r * scores_row,
            .count = static_cast<int>(std::max<std::int64_t>(visible, 0)),
            .used = static_cast<int>(used),
            .log_sum = log_sums_[i],
            .delta = deltas_[i],
            .scale = static_cast<Scalar>(p.scale * plan_.unit),
            .unit = is_relative(p.bias) ? 1 : static_cast<Scalar>(plan_.unit),
            .bias = reads_bias() ? term(p.bias, plan_.bias) : nullptr,
            .factor = term(p.factor, plan_.factor),
            .visible = p.mask_kind == ATTEST_MASK_BYTES ? rows_of<const std::uint8_t>(p.mask, i) + key : nullptr,
            .bias_sums = sums(p.bias, g.grad_bias, plan_.bias_sums),
            .factor_sums = sums(p.factor, g.grad_factor, plan_.factor_sums)};
  }

  /// A relative term's numbers of query i from `key` on, in one of several families.
  template <typename T>
  T* slice(T* families, std::int64_t number, std::int64_t i, std::int64_t key) const {
    return families + number * plan_.family + (p.queries - 1 - i) + key;
  }

  void finish_block(std::int64_t block) const {
    const std::int64_t key = block * plan_.key_block, count = std::min(p.keys - key, plan_.key_block);
    if (wants(g.grad_key) && is_first(p.key))
      finish(g.grad_key, sums_of(key_sums_, key_parts_, block, width_), width_, key, count, p.width,
             static_cast<Scalar>(p.scale));
    if (wants(g.grad_value) && is_first(p.value))
      finish(g.grad_value, sums_of(value_sums_, value_parts_, block, value_width_), value_width_, key, count,
             p.value_width, 1);
  }

  /// Rounds `count` rows of sums, times a scale, into a gradient from row `first` on.
  void finish(const attest_tensor& to, const Scalar* sums, std::int64_t sums_row, std::int64_t first,
              std::int64_t count, std::int64_t width, Scalar scale) const {
    for (std::int64_t r = 0; r < count; ++r)
      for (std::int64_t c = 0; c < width; c += lanes)
        simd::store_part<V>(rows_of<Element>(to, first + r) + c, V::load(sums + r * sums_row + c) * V::set(scale),
                            width - c);
  }

  const Plan& plan_;
  const attest_gradient_problem& g;
  const attest_problem& p;
  const Parts query_parts_, key_parts_, value_parts_;
  std::int64_t end_ = 0;
  const std::int64_t padded_;               // queries, filled up to whole tiles
  const std::int64_t width_, value_width_;  // filled up to whole panels
  const std::int64_t depth_, value_depth_;  // of the first two products, in words
  Scalar* const memory_;
  Scalar *const queries_, *const query_panels_, *const grads_, *const grad_panels_, *const log_sums_, *const deltas_;
  Scalar *const stage_, *const keys_, *const values_, *const key_panels_, *const scores_, *const products_;
  Scalar *const weight_words_, *const step_words_, *const step_rows_;  // what the last three products read
  Scalar *const query_sums_, *const key_sums_, *const value_sums_;
  const Scalar* sums_of_queries_ = nullptr;
  std::int64_t batch_ = 0, head_ = 0, b = 0, h = 0, chunk_ = 0, first_block_ = 0, end_block_ = 0;
};

template <class V, class Form>
constexpr Engine make_engine() {
  using T = Task<V, Form>;
  return {Tile<V>::rows,  panel_width<V>,     static_cast<int>(sizeof(typename V::Scalar) / Form::group),
          T::row_of_sums, T::workspace_bytes, T::run};
}

}  // namespace attest::kernels::backward
