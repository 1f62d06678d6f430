// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/specification/attention.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/formats.hpp"
#include "kernels/problem.hpp"
#include "kernels/threads.hpp"

namespace attest::kernels {

namespace {

template <typename T>
using Accumulator = std::conditional_t<std::is_same_v<T, double>, double, float>;

/// One row (b, h, i) of a problem.
template <typename T>
class Row {
 public:
  using Real = Accumulator<T>;

  Row(const attest_problem& problem, std::int64_t batch, std::int64_t head, std::int64_t query, Real* weights)
      : p(problem), b(batch), h(head), i(query), weights_(weights) {}

  void compute() {
    if (!find_greatest()) return write_nothing_visible();
    p.operation == ATTEST_HARDMAX ? hardmax() : softmax();
    write_output();
  }

 private:
  bool visible(std::int64_t j) const {
    if (p.mask_kind == ATTEST_MASK_BYTES) return row_of<const std::uint8_t>(p.mask, b, h, i)[j] != 0;
    if (p.mask_kind == ATTEST_MASK_WINDOW) {
      const std::int64_t ahead = j - (i + p.diagonal);
      return -p.window_left <= ahead && ahead <= p.window_right;
    }
    return j < visible_keys(p, i);
  }

  /// B_ij or C_ij; `absent` where there is no such term.
  Real term(const attest_term& t, std::int64_t j, Real absent) const {
    const Real* values = row_of<const Real>(t.values, 0, h, 0);
    switch (t.kind) {
      case ATTEST_TERM_TOEPLITZ:
        return values[i - j + p.keys - 1];
      case ATTEST_TERM_DENSE:
        return row_of<const Real>(t.values, b, h, i)[j];
      case ATTEST_TERM_ALIBI:
        return -values[0] * static_cast<Real>(i < j ? j - i : i - j);
      case ATTEST_TERM_BUCKETS:
        return values[t.values.row * t.bucket[i - j + p.keys - 1]];
      default:
        return absent;
    }
  }

  /// What query, key or value is multiplied by; 1 where there is no scale.
  Real scale_of(const attest_tensor& t, std::int64_t head) const {
    return t.data == nullptr ? Real{1} : static_cast<Real>(row_of<const float>(t, b, head, 0)[0]);
  }

  /// S_ij = scale * <query_i, key_j> + B_ij, the first term capped where there is a cap.
  Real score(std::int64_t j) const {
    const T* query = row_of<const T>(p.query, b, h, i);
    const T* key = row_of<const T>(p.key, b, kv_head(p, h), j);
    Real sum = 0;
    for (std::int64_t c = 0; c < p.width; ++c) sum += to_accumulator(query[c]) * to_accumulator(key[c]);
    Real product = static_cast<Real>(p.scale) * sum;
    if (p.query_scale.data != nullptr) product *= scale_of(p.query_scale, h);
    if (p.key_scale.data != nullptr) product *= scale_of(p.key_scale, kv_head(p, h));
    const Real cap = static_cast<Real>(p.softcap);
    if (cap != 0) product = cap * std::tanh(product / cap);
    return product + term(p.bias, j, 0);
  }

  /// Scores into weights_; false if no key is visible.
  bool find_greatest() {
    greatest_ = -std::numeric_limits<Real>::infinity();
    bool any = false;
    for (std::int64_t j = 0; j < p.keys; ++j) {
      if (!visible(j)) continue;
      any = true;
      weights_[j] = score(j);
      if (weights_[j] > greatest_) greatest_ = weights_[j];
    }
    if (p.sinks.data != nullptr && sink() > greatest_) greatest_ = sink();
    return any;
  }

  Real sink() const { return row_of<const Real>(p.sinks, 0, h, 0)[0]; }

  void softmax() {
    Real sum = p.sinks.data == nullptr ? Real{0} : std::exp(sink() - greatest_);
    for (std::int64_t j = 0; j < p.keys; ++j) {
      weights_[j] = visible(j) ? std::exp(weights_[j] - greatest_) : Real{0};
      sum += weights_[j];
    }
    for (std::int64_t j = 0; j < p.keys; ++j) weights_[j] /= sum;
    if (p.log_sum_exp.data != nullptr) row_of<Real>(p.log_sum_exp, b, h, 0)[i] = greatest_ + std::log(sum);
  }

  void hardmax() {
    std::int64_t winners = 0;
    for (std::int64_t j = 0; j < p.keys; ++j) {
      const bool wins = visible(j) && weights_[j] == greatest_ && (p.ties != ATTEST_TIES_FIRST || winners == 0);
      weights_[j] = wins ? Real{1} : Real{0};
      winners += wins;
    }
    if (p.ties != ATTEST_TIES_UNIFORM) return;
    for (std::int64_t j = 0; j < p.keys; ++j) weights_[j] /= static_cast<Real>(winners);
  }

  /// A_ij * C_ij, then the sums over j. A hidden key is left out, whatever its value holds.
  void write_output() {
    for (std::int64_t j = 0; j < p.keys; ++j) weights_[j] *= term(p.factor, j, 1);
    if (p.keep_scale != 0)
      for (std::int64_t j = 0; j < p.keys; ++j)
        weights_[j] *= row_of<const std::uint8_t>(p.keep, b, h, i)[j] != 0 ? static_cast<Real>(p.keep_scale) : Real{0};
    T* output = row_of<T>(p.output, b, h, i);
    for (std::int64_t c = 0; c < p.value_width; ++c) {
      Real sum = 0;
      for (std::int64_t j = 0; j < p.keys; ++j)
        if (visible(j)) sum += weights_[j] * to_accumulator(row_of<const T>(p.value, b, kv_head(p, h), j)[c]);
      if (p.value_scale.data != nullptr) sum *= scale_of(p.value_scale, kv_head(p, h));
      output[c] = round_from<T>(sum);
    }
    if (p.row_sum.data == nullptr) return;
    Real sum = 0;
    for (std::int64_t j = 0; j < p.keys; ++j) sum += weights_[j];
    row_of<Real>(p.row_sum, b, h, 0)[i] = sum;
  }

  void write_nothing_visible() {
    T* output = row_of<T>(p.output, b, h, i);
    for (std::int64_t c = 0; c < p.value_width; ++c) output[c] = round_from<T>(Real{0});
    if (p.row_sum.data != nullptr) row_of<Real>(p.row_sum, b, h, 0)[i] = 0;
    if (p.log_sum_exp.data != nullptr) row_of<Real>(p.log_sum_exp, b, h, 0)[i] = greatest_;
  }

  const attest_problem& p;
  const std::int64_t b, h, i;
  Real* weights_;  // scores first, then A, then A * C
  Real greatest_ = 0;
};

}  // namespace

template <typename T>
void scalar_attention(const attest_problem& p, void* scratch, int threads) {
  auto* buffers = static_cast<Accumulator<T>*>(scratch);
  parallel_for(p.batches * p.heads * p.queries, threads, [&](std::int64_t task, int worker) {
    const std::int64_t i = task % p.queries, head = task / p.queries;
    Row<T>(p, head / p.heads, head % p.heads, i, buffers + worker * p.keys).compute();
  });
}

template <typename T>
size_t scalar_scratch(const attest_problem& p, int threads) {
  return static_cast<size_t>(threads) * static_cast<size_t>(p.keys) * sizeof(Accumulator<T>);
}

#define ATTEST_SCALAR_ATTENTION(T)                                      \
  template void scalar_attention<T>(const attest_problem&, void*, int); \
  template size_t scalar_scratch<T>(const attest_problem&, int);
ATTEST_SCALAR_ATTENTION(double)
ATTEST_SCALAR_ATTENTION(float)
ATTEST_SCALAR_ATTENTION(BFloat16)
ATTEST_SCALAR_ATTENTION(Float16)

}  // namespace attest::kernels
