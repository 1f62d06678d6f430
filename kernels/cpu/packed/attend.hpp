// SPDX-License-Identifier: Apache-2.0
#pragma once

// One block of queries against all keys of its head: scores, weights and the second product, one block of keys after
// the other, with a reference that follows the greatest score (softmax without a second pass over the keys).
//
// While the rows of block k become weights, the products of its neighbours run: the second product of block k - 1 and
// the scores of block k + 1, some rows after each piece. The two depend on nothing of one another, so a processor that
// multiplies tiles beside its vector units works on both.

#include "kernels/cpu/packed/pack.hpp"
#include "kernels/cpu/packed/products.hpp"
#include "kernels/cpu/packed/weights.hpp"
#include "kernels/cpu/simd/alibi.hpp"
#include "kernels/cpu/simd/softcap.hpp"

namespace attest::kernels::packed {
template <typename Products, typename Output, std::int64_t query_rows, std::int64_t key_columns>
class QueryBlock {
  using Elements = typename Products::Elements;
  using V = typename Elements::Vocabulary;
  using Type = typename Elements::Type;
  static constexpr std::int64_t group = Elements::group;

 public:
  static constexpr std::int64_t query_block = query_rows, key_block = key_columns;
  static constexpr std::int64_t alibi_count = query_block - 1 + key_block;
  static_assert(query_block % Products::row_unit == 0 && key_block % (2 * lanes) == 0);

  static std::size_t scratch(const Sizes& s) {
    Memory memory{nullptr};
    QueryBlock unused(s, memory);
    return memory.used;
  }

  static void attend(const Sizes& sizes, const Head& head, std::int64_t first, void* scratch) {
    Memory memory{static_cast<char*>(scratch)};
    QueryBlock(sizes, memory).run(head, first);
  }

 private:
  struct Memory {
    char* base;
    std::size_t used = 0;
    template <typename T>
    T* take(std::int64_t count) {
      T* here = base != nullptr ? reinterpret_cast<T*>(base + used) : nullptr;
      used += (static_cast<std::size_t>(count) * sizeof(T) + 63) / 64 * 64;
      return here;
    }
  };

  QueryBlock(const Sizes& s, Memory& memory) : sizes_(s) {
    query_ = memory.template take<Type>(query_block * s.padded_width);
    sums_ = memory.template take<float>(query_block * s.padded_value_width);
    for (int parity = 0; parity < 2; ++parity) {
      scores_[parity] = memory.template take<float>(query_block * key_block);
      tops_[parity] = memory.template take<float>(query_block * lanes);
      weights_[parity] = memory.template take<Type>(query_block * key_block);
      alibi_[parity] = memory.template take<float>(alibi_count);
    }
  }

  void run(const Head& head, std::int64_t first) {
    head_ = &head;
    first_ = first;
    rows_ = smaller(query_block, sizes_.queries - first);
    row_groups_ = (rows_ + Products::row_unit - 1) / Products::row_unit;
    for (std::int64_t i = 0; i < rows_; ++i) {
      using Input = typename Elements::Input;
      pack_query<Elements>(static_cast<const Input*>(head.query) + (first + i) * head.query_row, sizes_,
                           head.query_keep, head.query_flip, query_ + i * sizes_.padded_width);
      states_[i] = RowState{};
      // As a first reference the sink is a key that has been seen; its weight is added at the end.
      if (head.sink != nullptr) states_[i].reference = __builtin_ceilf(static_cast<float>(log2_e * *head.sink));
    }
    zero(query_ + rows_ * sizes_.padded_width, (query_block - rows_) * sizes_.padded_width);
    clear_missing_rows();

    const std::int64_t end = visible(first + rows_ - 1);
    begin_ = hidden(first);
    const std::int64_t first_block = begin_ / key_block, blocks = (end + key_block - 1) / key_block;
    if (begin_ >= end) {
      zero(sums_, query_block * sizes_.padded_value_width);
    } else {
      [[maybe_unused]] const typename Products::Session session;
      Piece scores = scores_of(first_block, end);
      for (std::int64_t t = 0; t < scores.count; ++t) multiply_scores(scores, t);
      compared_ = scores.compared;
      Piece sums{};
      for (std::int64_t k = first_block; k < blocks; ++k) {
        scores = k + 1 < blocks ? scores_of(k + 1, end) : Piece{};
        beside(sums, scores, k);
        compared_ = scores.compared;
        rescale();
        sums = sums_of(k, end);
      }
      for (std::int64_t t = 0; t < sums.count; ++t) multiply_sums(sums, t);
    }
    for (std::int64_t i = 0; i < rows_; ++i) finish(i);
  }

  /// Weights of the rows that fill up the last group of rows: the products read them.
  void clear_missing_rows() {
    const std::int64_t keys = smaller(key_block, sizes_.padded_keys);
    for (std::int64_t i = rows_; i < row_groups_ * Products::row_unit; ++i)
      for (Type* weights : weights_) zero(weights + i * key_block, keys);
  }

  static std::int64_t smaller(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
  template <typename T>
  static void zero(T* from, std::int64_t count) {
    std::memset(static_cast<void*>(from), 0, static_cast<std::size_t>(count) * sizeof(T));
  }

  /// Keys that a causal mask leaves to a query.
  std::int64_t visible(std::int64_t query) const {
    const std::int64_t end = query + head_->visible_offset;
    return end < 0 ? 0 : smaller(end, sizes_.keys);
  }
  /// Keys before the first that a window leaves to a query.
  std::int64_t hidden(std::int64_t query) const {
    const std::int64_t begin = query + head_->hidden_offset;
    return begin < 0 ? 0 : smaller(begin, sizes_.keys);
  }
  /// Keys of block k that no query of the block sees, rounded down to what the products take.
  std::int64_t skipped(std::int64_t k) const {
    constexpr std::int64_t unit = 2 * lanes;
    const std::int64_t before = begin_ - k * key_block;
    return before <= 0 ? 0 : before / unit * unit;
  }
  /// Keys of block k, as far as some query of the block sees them, rounded up to what the packed matrices hold.
  static std::int64_t padded_block(std::int64_t k, std::int64_t end) {
    constexpr std::int64_t unit = 2 * lanes;
    return smaller(key_block, (end - k * key_block + unit - 1) / unit * unit);
  }

  /// A product, cut into `count` independent blocks.
  struct Piece {
    Product whole;
    std::int64_t panels, count;
    std::int64_t key, block;  ///< the first key, and whose block it is of
    bool compared;            ///< of scores: whether the product adds the bias and finds the greatest
  };

  /// The bias of row i and key `key` of block k, which lie in the head's memory or, ALiBi's, in the block's own: a row
  /// further down it begins one number earlier. Null: absent.
  const float* bias(std::int64_t i, std::int64_t key, std::int64_t k) const {
    if (head_->slope != nullptr) return alibi_[k % 2] + (query_block - 1 - i) + (key - k * key_block);
    return head_->bias != nullptr ? head_->bias + (first_ + i) * head_->bias_row + key : nullptr;
  }

  Piece scores_of(std::int64_t k, std::int64_t end) const {
    if (head_->slope != nullptr)
      simd::alibi<V>(*head_->slope, 1, first_ + query_block - 1 - k * key_block, alibi_count, alibi_[k % 2]);
    const std::int64_t depth = sizes_.padded_width / group, from = skipped(k), key = k * key_block + from;
    const std::int64_t panels = (padded_block(k, end) - from) / lanes;
    const auto* keys = static_cast<const float*>(head_->packed_keys);
    const Product whole{words(query_),         depth,    keys + key * depth, depth * lanes, depth,
                        scores_[k % 2] + from, key_block};
    return {whole, panels, pieces(panels), key, k, compared(k, end)};
  }

  Piece sums_of(std::int64_t k, std::int64_t end) const {
    const auto* values = static_cast<const float*>(head_->packed_values);
    const std::int64_t panels = sizes_.padded_value_width / lanes;
    const std::int64_t from = skipped(k), key = k * key_block + from;
    const Product whole{words(weights_[k % 2] + from),
                        key_block / group,
                        values + key / group * lanes,
                        sizes_.padded_keys / group * lanes,
                        (padded_block(k, end) - from) / group,
                        sums_,
                        sizes_.padded_value_width};
    return {whole, panels, pieces(panels), key, k, false};
  }

  static const LeftWord* words(const Type* elements) { return reinterpret_cast<const LeftWord*>(elements); }

  std::int64_t pieces(std::int64_t panels) const {
    return (panels + Products::panel_unit - 1) / Products::panel_unit * row_groups_;
  }

  /// Whether every query sees all keys of block k, which are whole vectors, and there is nothing else to hide.
  bool compared(std::int64_t k, std::int64_t end) const {
    if constexpr (requires(const Product& p, const Scores& s) { Products::scores(p, 0, s); })
      return head_->mask == nullptr && head_->softcap == 0 && visible(first_) - k * key_block >= padded_block(k, end) &&
             hidden(first_ + rows_ - 1) <= k * key_block + skipped(k);
    else
      return false;
  }

  void multiply_scores(const Piece& piece, std::int64_t t) const {
    if constexpr (requires(const Product& p, const Scores& s) { Products::scores(p, 0, s); })
      if (piece.compared) {
        const std::int64_t column = t / row_groups_ * Products::panel_unit, row = t % row_groups_ * Products::row_unit;
        const std::int64_t key = piece.key + column * lanes;
        Product p = piece.whole;
        p.left += row * p.left_row;
        p.right += column * p.panel;
        p.sums += row * p.sums_row + column * lanes;
        return Products::scores(p, smaller(Products::panel_unit, piece.panels - column),
                                {bias(row, key, piece.block), head_->bias_row, static_cast<float>(head_->scale),
                                 rows_ - row, tops_[piece.block % 2] + row * lanes, column == 0});
      }
    multiply<false>(piece, t);
  }

  template <bool accumulate>
  void multiply(const Piece& piece, std::int64_t t) const {
    const std::int64_t column = t / row_groups_ * Products::panel_unit, row = t % row_groups_ * Products::row_unit;
    Product p = piece.whole;
    p.left += row * p.left_row;
    p.right += column * p.panel;
    p.sums += row * p.sums_row + column * lanes;
    Products::template block<accumulate>(p, smaller(Products::panel_unit, piece.panels - column));
  }

  /// The second product of a block: the first block's begins the sums.
  void multiply_sums(const Piece& piece, std::int64_t t) const {
    piece.block == begin_ / key_block ? multiply<false>(piece, t) : multiply<true>(piece, t);
  }

  /// The weights of block k, and beside them the products `sums` (of block k - 1) and `scores` (of block k + 1).
  void beside(const Piece& sums, const Piece& scores, std::int64_t k) {
    const std::int64_t pieces = sums.count + scores.count;
    std::int64_t row = 0;
    for (std::int64_t t = 0; t < pieces; ++t) {
      if (t < sums.count)
        multiply_sums(sums, t);
      else
        multiply_scores(scores, t - sums.count);
      for (const std::int64_t until = (t + 1) * rows_ / pieces; row < until; ++row) weigh_row(row, k);
    }
    for (; row < rows_; ++row) weigh_row(row, k);
  }

  void weigh_row(std::int64_t i, std::int64_t k) {
    const std::int64_t from = skipped(k), key = k * key_block + from, query = first_ + i;
    const std::int64_t padded = padded_block(k, visible(first_ + rows_ - 1)) - from;
    const auto at = [key, query](auto* data, std::int64_t row) { return data ? data + query * row + key : nullptr; };
    const std::int64_t left = visible(query) - key;
    float* const scores = scores_[k % 2] + i * key_block + from;
    if (head_->softcap != 0) simd::cap_scores<V>(scores, padded, head_->tanh_unit, head_->softcap);
    const std::int64_t before = smaller(hidden(query) - key, padded);
    for (std::int64_t j = 0; j < before; ++j) scores[j] = -__builtin_inff();
    const Row row{scores,
                  bias(i, key, k),
                  at(head_->factor, head_->factor_row),
                  at(head_->mask, head_->mask_row),
                  compared_ ? tops_[k % 2] + i * lanes : nullptr,
                  left < 0 ? 0 : smaller(left, key_block - from),
                  padded};
    row_weights<Elements>(row, head_->weighting, head_->softcap != 0 ? 1 : head_->scale,
                          weights_[k % 2] + i * key_block + from, states_[i]);
  }

  /// Brings the sums to the references of the newest block.
  void rescale() {
    for (std::int64_t i = 0; i < rows_; ++i) {
      if (states_[i].rescale == 1) continue;  // so too in the first block, whose sums are not yet there
      float* sums = sums_ + i * sizes_.padded_value_width;
      for (std::int64_t c = 0; c < sizes_.padded_value_width; c += lanes)
        V::store(sums + c, V::load(sums + c) * V::set(states_[i].rescale));
    }
  }

  void finish(std::int64_t i) const {
    const RowState& state = states_[i];
    const bool hardmax = head_->weighting != Weighting::softmax;
    const float sum = state.sum + weight_of_sink(state);
    const float divisor = state.sum == 0 || head_->weighting == Weighting::hardmax_all ? 1 : sum;
    auto* output = static_cast<Output*>(head_->output) + (first_ + i) * head_->output_row;
    const float* sums = sums_ + i * sizes_.padded_value_width;
    for (std::int64_t c = 0; c < sizes_.value_width; c += lanes)
      simd::store_part<V>(output + c, V::load(sums + c) / V::set(divisor), sizes_.value_width - c);
    if (head_->row_sum != nullptr)
      head_->row_sum[first_ + i] = (head_->factor != nullptr ? state.factor_sum : state.sum) / divisor;
    if (head_->log_sum_exp != nullptr && !hardmax)
      head_->log_sum_exp[first_ + i] = state.sum != 0           ? static_cast<float>(log_of(state.reference, sum))
                                       : head_->sink != nullptr ? *head_->sink
                                                                : -__builtin_inff();
  }

  float weight_of_sink(const RowState& state) const {
    if (head_->sink == nullptr) return 0;
    return static_cast<float>(__builtin_exp2(log2_e * *head_->sink - static_cast<double>(state.reference)));
  }

  /// log(2^reference * sum)
  static double log_of(double reference, double sum) {
    return __builtin_fma(reference, 0x1.62e42fefa39efp-1, __builtin_log(sum));
  }

  const Sizes& sizes_;
  const Head* head_ = nullptr;
  std::int64_t first_ = 0, rows_ = 0, row_groups_ = 0;
  std::int64_t begin_ = 0;  ///< the first key that some query of the block sees
  Type* query_;
  float* sums_;
  float* scores_[2];
  float* tops_[2];
  float* alibi_[2];
  Type* weights_[2];
  bool compared_ = false;  ///< whether the scores that become weights are finished and compared
  RowState states_[query_block];
};

template <typename Block, typename Products>
constexpr Engine make_engine() {
  using Elements = typename Products::Elements;
  return {2 * lanes,      Products::width_unit, lanes,          Block::query_block, sizeof(typename Elements::Type),
          Elements::sign, Block::scratch,       pack<Elements>, Block::attend};
}

}  // namespace attest::kernels::packed
