// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>

#include <cstring>
#include <limits>

#include "kernels/cpu/decode/engine.hpp"
#include "kernels/cpu/fused/rows.hpp"
#include "kernels/cpu/simd/partial.hpp"
#include "kernels/cpu/simd/softcap.hpp"
#include "kernels/problem.hpp"

namespace attest::kernels::decode {

/// Some heads of keys and values of one sequence: the online softmax over blocks of keys, whose rows are read where
/// they lie, once for all queries of a group. Heads whose rows are neighbours take turns, block by block, so that
/// memory is read from end to end. While a block's keys are multiplied its values are asked for, and while its values
/// are, the keys that come next: a head's rows are far apart, which the hardware does not foresee.
template <class V, typename Format>
class Task {
 public:
  using Register = typename V::Register;

  static std::size_t workspace_bytes(const PagedDecode& p, std::int64_t kv_heads) {
    return static_cast<std::size_t>(Task(p, {0, kv_heads}, nullptr).end_) * sizeof(float);
  }

  static void run(const PagedDecode& p, std::int64_t sequence, Heads kv_heads, Keys keys, void* workspace) {
    Task(p, kv_heads, static_cast<float*>(workspace)).compute(sequence, keys);
  }

 private:
  static constexpr int lanes = V::lanes, many = 4;
  static constexpr double log2_e = 0x1.71547652b82fep+0, ln2 = 0x1.62e42fefa39efp-1;

  Task(const PagedDecode& problem, Heads kv_heads, float* workspace)
      : p(problem),
        kv_heads_(kv_heads),
        group_(p.heads / p.kv_heads),
        heads_((kv_heads.end - kv_heads.begin) * group_),
        width_(round_up(p.width)),
        value_width_(round_up(p.value_width)),
        memory_(workspace),
        queries_(take(heads_ * width_)),
        outputs_(take(heads_ * value_width_)),
        scores_(take(group_ * block_keys)),
        sums_(take(heads_ * lanes)),
        factor_sums_(take(lanes)),
        references_(take(heads_)) {}

  static std::int64_t round_up(std::int64_t n) { return (n + lanes - 1) / lanes * lanes; }

  float* take(std::int64_t n) {
    float* const begin = memory_ + end_;
    end_ += (n + 15) / 16 * 16;
    return begin;
  }

  /// The rows of a block, of the task's first head; behind them, up to a whole step, the last again.
  struct Rows {
    int count = 0;
    const Format *key[block_keys + lanes], *value[block_keys + lanes];
  };
  /// The same of the task's head number `turn` of keys and values.
  struct Turn {
    const Rows& rows;
    std::int64_t turn, key, value;  ///< and where its rows begin behind the first head's
  };

  Turn turn(const Rows& rows, std::int64_t number) const {
    return {rows, number, number * p.key.head, number * p.value.head};
  }

  void compute(std::int64_t sequence, Keys keys) {
    sequence_ = sequence;
    start();
    Rows rows[2];
    find(keys.begin, keys.end, rows[0]);
    const std::int64_t turns = kv_heads_.end - kv_heads_.begin;
    for (std::int64_t key = keys.begin, k = 0; key < keys.end; key += block_keys, ++k) {
      Rows& next = rows[(k + 1) % 2];
      find(key + block_keys, keys.end, next);
      for (std::int64_t t = 0; t < turns; ++t)
        take_turn(turn(rows[k % 2], t), t + 1 < turns ? turn(rows[k % 2], t + 1) : turn(next, 0), key);
    }
    for (std::int64_t h = 0; h < heads_; ++h) finish(h);
  }

  /// A block of the keys of one head of them, for the heads of its group.
  void take_turn(const Turn& now, const Turn& next, std::int64_t key) {
    std::int64_t g = 0;
    for (; g + many <= group_; g += many) score<many>(g, now);
    for (; g < group_; ++g) score<1>(g, now);
    for (g = 0; g < group_; ++g) weigh(now.turn * group_ + g, key, now.rows.count, scores_ + g * block_keys);
    for (g = 0; g + many <= group_; g += many) add_values<many>(g, now, next);
    for (; g < group_; ++g) add_values<1>(g, now, next);
  }

  /// The problem's head that is the task's head h.
  std::int64_t head(std::int64_t h) const { return kv_heads_.begin * group_ + h; }

  void start() {
    const auto unit = static_cast<float>(p.softcap == 0 ? p.scale * log2_e : p.scale / p.softcap * (2 * log2_e));
    for (std::int64_t h = 0; h < heads_; ++h) {
      const Format* const query = row_of<Format>(p.query, sequence_, head(h), 0);
      for (std::int64_t c = 0; c < p.width; c += lanes)
        V::store(queries_ + h * width_ + c, simd::load_part<V>(query + c, p.width - c) * V::set(unit));
      // As a first reference the sink is a key that has been seen; its weight is added at the end.
      references_[h] = p.sinks.data != nullptr ? sink(h) : -std::numeric_limits<float>::infinity();
    }
    fused::clear<V>(outputs_, outputs_ + heads_ * value_width_);
    fused::clear<V>(sums_, sums_ + heads_ * lanes);
    fused::clear<V>(factor_sums_, factor_sums_ + lanes);
  }

  float sink(std::int64_t h) const {
    return static_cast<float>(static_cast<double>(*row_of<float>(p.sinks, 0, head(h), 0)) * log2_e);
  }

  void find(std::int64_t first, std::int64_t end, Rows& rows) const {
    rows.count = end - first < 0 ? 0 : end - first < block_keys ? static_cast<int>(end - first) : block_keys;
    if (rows.count == 0) return;
    std::int64_t number = first / p.page_rows, row = first % p.page_rows;
    for (int j = 0; j < rows.count;) {
      const std::int64_t page = p.page_of != nullptr ? p.page_of[sequence_ * p.pages_row + number] : sequence_;
      const auto* key = static_cast<const Format*>(p.key.data) + page * p.key.page + kv_heads_.begin * p.key.head;
      const auto* value =
          static_cast<const Format*>(p.value.data) + page * p.value.page + kv_heads_.begin * p.value.head;
      for (; j < rows.count && row < p.page_rows; ++j, ++row)
        rows.key[j] = key + row * p.key.row, rows.value[j] = value + row * p.value.row;
      ++number, row = 0;
    }
    for (int j = rows.count; j < rows.count + lanes; ++j) rows.key[j] = rows.key[rows.count - 1];
  }

  static void ask(const Format* row, std::int64_t width) {
    constexpr std::int64_t line = 64 / sizeof(Format);
    for (std::int64_t c = 0; c < width; c += line) __builtin_prefetch(row + c, 0, 2);
  }

  /// sum[0]: in lane i what sum[i] adds up to, lanes half of them apart first.
  template <int step>
  [[gnu::always_inline]] static void add_lanes(Register (&sum)[lanes]) {
#pragma GCC unroll 16
    for (int i = 0; i < step; ++i) {
      V::template exchange<step>(sum[i], sum[i + step]);
      sum[i] = sum[i] + sum[i + step];
    }
    if constexpr (step > 1) add_lanes<step / 2>(sum);
  }

  /// scores = <query, key> of n queries; lanes sums are in registers at a time and are added up together. Each has the
  /// same order for every n.
  template <int n>
  void score(std::int64_t g, const Turn& now) {
    constexpr int keys = lanes / n;
    const Rows& rows = now.rows;
    const float* const query = queries_ + (now.turn * group_ + g) * width_;
    for (int j = 0; j < rows.count; j += keys) {
      if (g == 0)
        for (int i = j; i < j + keys && i < rows.count; ++i) ask(rows.value[i] + now.value, p.value_width);
      Register sum[lanes] = {};
      for (std::int64_t c = 0; c < p.width; c += lanes) {
        Register q[n];
#pragma GCC unroll 4
        for (int a = 0; a < n; ++a) q[a] = V::load(query + a * width_ + c);
#pragma GCC unroll 16
        for (int i = 0; i < keys; ++i) {
          const Register key = simd::load_part<V>(rows.key[j + i] + (now.key + c), p.width - c);
#pragma GCC unroll 4
          for (int a = 0; a < n; ++a) sum[a * keys + i] = V::fma(q[a], key, sum[a * keys + i]);
        }
      }
      add_lanes<lanes / 2>(sum);
      alignas(64) float found[lanes];
      V::store(found, sum[0]);
#pragma GCC unroll 4
      for (int a = 0; a < n; ++a)
        std::memcpy(scores_ + (g + a) * block_keys + j, found + a * keys, keys * sizeof(float));
    }
  }

  void weigh(std::int64_t h, std::int64_t key, int count, float* scores) {
    if (p.softcap != 0) simd::cap_scores<V>(scores, count, 1, static_cast<float>(p.softcap * log2_e));
    const bool bytes = p.mask.data != nullptr;
    const auto* visible = bytes ? row_of<const std::uint8_t>(p.mask, sequence_, head(h), 0) + key : nullptr;
    constexpr fused::RowFunction<V> all = fused::softmax_row<V, false, false, false>,
                                    some = fused::softmax_row<V, false, false, true>;
    (bytes ? some : all)({.scores = scores,
                          .begin = 0,
                          .count = count,
                          .used = count,
                          .bias = nullptr,
                          .factor = nullptr,
                          .visible = visible,
                          .unit = 1,
                          .reference = references_[h],
                          .sums = sums_ + h * lanes,
                          .factor_sums = factor_sums_,
                          .outputs = outputs_ + h * value_width_,
                          .outputs_count = value_width_});
  }

  /// outputs += weights * values, four registers of each of n rows at a time.
  template <int n>
  void add_values(std::int64_t g, const Turn& now, const Turn& next) {
    constexpr int vectors = 4;
    for (std::int64_t c = 0; c < p.value_width; c += vectors * lanes) {
      const std::int64_t left = p.value_width - c;
      float* const to = outputs_ + (now.turn * group_ + g) * value_width_ + c;
      if (left >= vectors * lanes)
        add_columns<n, vectors>(g, c, now, g == 0 && c == 0 ? &next : nullptr, left, to);
      else
        for (std::int64_t v = 0; v < left; v += lanes)
          add_columns<n, 1>(g, c + v, now, g == 0 && c + v == 0 ? &next : nullptr, left - v, to + v);
    }
  }

  template <int n, int vectors>
  void add_columns(std::int64_t g, std::int64_t c, const Turn& now, const Turn* next, std::int64_t left, float* to) {
    const Rows& rows = now.rows;
    const std::int64_t at = now.value + c;
    Register sum[n][vectors];
#pragma GCC unroll 4
    for (int a = 0; a < n; ++a)
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) sum[a][v] = V::load(to + a * value_width_ + v * lanes);
    const float* const weights = scores_ + g * block_keys;
    for (int j = 0; j < rows.count; ++j) {
      if (next != nullptr && j < next->rows.count) ask(next->rows.key[j] + next->key, p.width);
      Register value[vectors];
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        value[v] =
            vectors == 1 ? simd::load_part<V>(rows.value[j] + at, left) : V::load(rows.value[j] + at + v * lanes);
#pragma GCC unroll 4
      for (int a = 0; a < n; ++a) {
        const Register weight = V::set(weights[a * block_keys + j]);
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) sum[a][v] = V::fma(weight, value[v], sum[a][v]);
      }
    }
#pragma GCC unroll 4
    for (int a = 0; a < n; ++a)
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) V::store(to + a * value_width_ + v * lanes, sum[a][v]);
  }

  void finish(std::int64_t h) const {
    const float weights = V::sum(V::load(sums_ + h * lanes));
    float of_sink = 0;
    if (p.sinks.data != nullptr) of_sink = V::greatest(simd::exp2<V>(V::set(sink(h) - references_[h])));
    const float sum = weights + of_sink, share = weights == 0 ? 0 : 1 / sum;
    Format* const output = row_of<Format>(p.output, sequence_, head(h), 0);
    for (std::int64_t c = 0; c < p.value_width; c += lanes)
      simd::store_part<V>(output + c, V::load(outputs_ + h * value_width_ + c) * V::set(share), p.value_width - c);
    if (p.row_sum.data != nullptr) *row_of<float>(p.row_sum, sequence_, head(h), 0) = weights * share;
    if (p.log_sum_exp.data == nullptr) return;
    const float none =
        p.sinks.data != nullptr ? *row_of<float>(p.sinks, 0, head(h), 0) : -std::numeric_limits<float>::infinity();
    *row_of<float>(p.log_sum_exp, sequence_, head(h), 0) =
        weights == 0
            ? none
            : static_cast<float>((static_cast<double>(references_[h]) + ::log2(static_cast<double>(sum))) * ln2);
  }

  const PagedDecode& p;
  const Heads kv_heads_;  ///< of keys and values
  const std::int64_t group_, heads_, width_, value_width_;
  std::int64_t end_ = 0;
  float* const memory_;
  float *const queries_, *const outputs_, *const scores_, *const sums_, *const factor_sums_, *const references_;
  std::int64_t sequence_ = 0;
};

template <class V, typename Format>
constexpr Engine make_engine() {
  return {Task<V, Format>::workspace_bytes, Task<V, Format>::run};
}

}  // namespace attest::kernels::decode
