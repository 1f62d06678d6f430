// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>

#include <cstring>
#include <limits>

#include "kernels/cpu/decode/engine.hpp"
#include "kernels/cpu/fused/rows.hpp"
#include "kernels/cpu/simd/partial.hpp"
#include "kernels/cpu/simd/softcap.hpp"
#include "kernels/cpu/simd/transpose.hpp"
#include "kernels/problem.hpp"

namespace attest::kernels::decode {

/// One head of keys and values of one sequence: the online softmax over blocks of keys, whose rows are read where they
/// lie, once for all queries of the group. While a block's keys are multiplied its values are asked for, and while its
/// values are, the next one's keys: a page's rows are far apart, which the hardware does not foresee.
template <class V, typename Format>
class Task {
 public:
  using Register = typename V::Register;

  static std::size_t workspace_bytes(const PagedDecode& p) {
    return static_cast<std::size_t>(Task(p, nullptr).end_) * sizeof(float);
  }

  static void run(const PagedDecode& p, std::int64_t sequence, std::int64_t kv_head, Keys keys, void* workspace) {
    Task(p, static_cast<float*>(workspace)).compute(sequence, kv_head, keys);
  }

 private:
  static constexpr int lanes = V::lanes, many = 4;
  static constexpr double log2_e = 0x1.71547652b82fep+0, ln2 = 0x1.62e42fefa39efp-1;

  Task(const PagedDecode& problem, float* workspace)
      : p(problem),
        group_(p.heads / p.kv_heads),
        width_(round_up(p.width)),
        value_width_(round_up(p.value_width)),
        memory_(workspace),
        queries_(take(group_ * width_)),
        outputs_(take(group_ * value_width_)),
        scores_(take(group_ * block_keys)),
        sums_(take(group_ * lanes)),
        factor_sums_(take(lanes)),
        references_(take(group_)) {}

  static std::int64_t round_up(std::int64_t n) { return (n + lanes - 1) / lanes * lanes; }

  float* take(std::int64_t n) {
    float* const begin = memory_ + end_;
    end_ += (n + 15) / 16 * 16;
    return begin;
  }

  /// The rows of a block; behind them, up to a whole step, the last again.
  struct Rows {
    int count = 0;
    const Format *key[block_keys + lanes], *value[block_keys + lanes];
  };

  void compute(std::int64_t sequence, std::int64_t kv_head, Keys keys) {
    sequence_ = sequence, kv_head_ = kv_head;
    start();
    Rows rows[2];
    find(keys.begin, keys.end, rows[0]);
    for (std::int64_t key = keys.begin, k = 0; key < keys.end; key += block_keys, ++k) {
      const Rows& now = rows[k % 2];
      Rows& next = rows[(k + 1) % 2];
      find(key + block_keys, keys.end, next);
      std::int64_t g = 0;
      for (; g + many <= group_; g += many) score<many>(g, now);
      for (; g < group_; ++g) score<1>(g, now);
      for (g = 0; g < group_; ++g) weigh(g, key, now.count);
      for (g = 0; g + many <= group_; g += many) add_values<many>(g, now, next);
      for (; g < group_; ++g) add_values<1>(g, now, next);
    }
    for (std::int64_t g = 0; g < group_; ++g) finish(g);
  }

  std::int64_t head(std::int64_t g) const { return kv_head_ * group_ + g; }

  void start() {
    const auto unit = static_cast<float>(p.softcap == 0 ? p.scale * log2_e : p.scale / p.softcap * (2 * log2_e));
    for (std::int64_t g = 0; g < group_; ++g) {
      const Format* const query = row_of<Format>(p.query, sequence_, head(g), 0);
      for (std::int64_t c = 0; c < p.width; c += lanes)
        V::store(queries_ + g * width_ + c, simd::load_part<V>(query + c, p.width - c) * V::set(unit));
      // As a first reference the sink is a key that has been seen; its weight is added at the end.
      references_[g] = p.sinks.data != nullptr ? sink(g) : -std::numeric_limits<float>::infinity();
    }
    fused::clear<V>(outputs_, outputs_ + group_ * value_width_);
    fused::clear<V>(sums_, sums_ + group_ * lanes);
    fused::clear<V>(factor_sums_, factor_sums_ + lanes);
  }

  float sink(std::int64_t g) const {
    return static_cast<float>(static_cast<double>(*row_of<float>(p.sinks, 0, head(g), 0)) * log2_e);
  }

  void find(std::int64_t first, std::int64_t end, Rows& rows) const {
    rows.count = end - first < 0 ? 0 : end - first < block_keys ? static_cast<int>(end - first) : block_keys;
    if (rows.count == 0) return;
    std::int64_t number = first / p.page_rows, row = first % p.page_rows;
    for (int j = 0; j < rows.count;) {
      const std::int64_t page = p.page_of != nullptr ? p.page_of[sequence_ * p.pages_row + number] : sequence_;
      const auto* key = static_cast<const Format*>(p.key.data) + page * p.key.page + kv_head_ * p.key.head;
      const auto* value = static_cast<const Format*>(p.value.data) + page * p.value.page + kv_head_ * p.value.head;
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

  /// scores = <query, key> of n queries; lanes sums are in registers at a time and are added up together. Each has the
  /// same order for every n.
  template <int n>
  void score(std::int64_t g, const Rows& rows) {
    constexpr int keys = lanes / n;
    const float* const query = queries_ + g * width_;
    for (int j = 0; j < rows.count; j += keys) {
      if (g == 0)
        for (int i = j; i < j + keys && i < rows.count; ++i) ask(rows.value[i], p.value_width);
      Register sum[lanes] = {};
      for (std::int64_t c = 0; c < p.width; c += lanes) {
        Register q[n];
#pragma GCC unroll 4
        for (int a = 0; a < n; ++a) q[a] = V::load(query + a * width_ + c);
#pragma GCC unroll 16
        for (int i = 0; i < keys; ++i) {
          const Register key = simd::load_part<V>(rows.key[j + i] + c, p.width - c);
#pragma GCC unroll 4
          for (int a = 0; a < n; ++a) sum[a * keys + i] = V::fma(q[a], key, sum[a * keys + i]);
        }
      }
      simd::transpose<V>(sum);
#pragma GCC unroll 4
      for (int half = lanes / 2; half > 0; half /= 2)
#pragma GCC unroll 16
        for (int i = 0; i < half; ++i) sum[i] = sum[i] + sum[i + half];
      alignas(64) float found[lanes];
      V::store(found, sum[0]);
#pragma GCC unroll 4
      for (int a = 0; a < n; ++a)
        std::memcpy(scores_ + (g + a) * block_keys + j, found + a * keys, keys * sizeof(float));
    }
  }

  void weigh(std::int64_t g, std::int64_t key, int count) {
    float* const scores = scores_ + g * block_keys;
    if (p.softcap != 0) simd::cap_scores<V>(scores, count, 1, static_cast<float>(p.softcap * log2_e));
    const bool bytes = p.mask.data != nullptr;
    const auto* visible = bytes ? row_of<const std::uint8_t>(p.mask, sequence_, head(g), 0) + key : nullptr;
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
                          .reference = references_[g],
                          .sums = sums_ + g * lanes,
                          .factor_sums = factor_sums_,
                          .outputs = outputs_ + g * value_width_,
                          .outputs_count = value_width_});
  }

  /// outputs += weights * values, four registers of each of n rows at a time.
  template <int n>
  void add_values(std::int64_t g, const Rows& rows, const Rows& next) {
    constexpr int vectors = 4;
    for (std::int64_t c = 0; c < p.value_width; c += vectors * lanes) {
      const std::int64_t left = p.value_width - c;
      float* const to = outputs_ + g * value_width_ + c;
      if (left >= vectors * lanes)
        add_columns<n, vectors>(g, c, rows, g == 0 && c == 0 ? &next : nullptr, left, to);
      else
        for (std::int64_t v = 0; v < left; v += lanes)
          add_columns<n, 1>(g, c + v, rows, g == 0 && c + v == 0 ? &next : nullptr, left - v, to + v);
    }
  }

  template <int n, int vectors>
  void add_columns(std::int64_t g, std::int64_t c, const Rows& rows, const Rows* next, std::int64_t left, float* to) {
    Register sum[n][vectors];
#pragma GCC unroll 4
    for (int a = 0; a < n; ++a)
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) sum[a][v] = V::load(to + a * value_width_ + v * lanes);
    const float* const weights = scores_ + g * block_keys;
    for (int j = 0; j < rows.count; ++j) {
      if (next != nullptr && j < next->count) ask(next->key[j], p.width);
      Register value[vectors];
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v)
        value[v] = vectors == 1 ? simd::load_part<V>(rows.value[j] + c, left) : V::load(rows.value[j] + c + v * lanes);
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

  void finish(std::int64_t g) const {
    const float weights = V::sum(V::load(sums_ + g * lanes));
    float of_sink = 0;
    if (p.sinks.data != nullptr) of_sink = V::greatest(simd::exp2<V>(V::set(sink(g) - references_[g])));
    const float sum = weights + of_sink, share = weights == 0 ? 0 : 1 / sum;
    Format* const output = row_of<Format>(p.output, sequence_, head(g), 0);
    for (std::int64_t c = 0; c < p.value_width; c += lanes)
      simd::store_part<V>(output + c, V::load(outputs_ + g * value_width_ + c) * V::set(share), p.value_width - c);
    if (p.row_sum.data != nullptr) *row_of<float>(p.row_sum, sequence_, head(g), 0) = weights * share;
    if (p.log_sum_exp.data == nullptr) return;
    const float none =
        p.sinks.data != nullptr ? *row_of<float>(p.sinks, 0, head(g), 0) : -std::numeric_limits<float>::infinity();
    *row_of<float>(p.log_sum_exp, sequence_, head(g), 0) =
        weights == 0
            ? none
            : static_cast<float>((static_cast<double>(references_[g]) + ::log2(static_cast<double>(sum))) * ln2);
  }

  const PagedDecode& p;
  const std::int64_t group_, width_, value_width_;
  std::int64_t end_ = 0;
  float* const memory_;
  float *const queries_, *const outputs_, *const scores_, *const sums_, *const factor_sums_, *const references_;
  std::int64_t sequence_ = 0, kv_head_ = 0;
};

template <class V, typename Format>
constexpr Engine make_engine() {
  return {Task<V, Format>::workspace_bytes, Task<V, Format>::run};
}

}  // namespace attest::kernels::decode
