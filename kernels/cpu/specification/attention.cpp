// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/specification/attention.hpp"

#include <cmath>
#include <limits>

#include "kernels/cpu/specification/terms.hpp"
#include "kernels/threads.hpp"

namespace attest::kernels {

namespace {

/// One row (b, h, i) of a problem.
template <typename T>
class Row : RowTerms<T> {
 public:
  using typename RowTerms<T>::Real;

  Row(const attest_problem& problem, std::int64_t batch, std::int64_t head, std::int64_t query, Real* weights)
      : RowTerms<T>{problem, batch, head, query}, weights_(weights) {}

  void compute() {
    if (!find_greatest()) return write_nothing_visible();
    p.operation == ATTEST_HARDMAX ? hardmax() : softmax();
    write_output();
  }

 private:
  using RowTerms<T>::p, RowTerms<T>::b, RowTerms<T>::h, RowTerms<T>::i;
  using RowTerms<T>::visible, RowTerms<T>::score, RowTerms<T>::sink;

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
    for (std::int64_t j = 0; j < p.keys; ++j) weights_[j] *= this->factor(j);
    T* output = row_of<T>(p.output, b, h, i);
    for (std::int64_t c = 0; c < p.value_width; ++c) {
      Real sum = 0;
      for (std::int64_t j = 0; j < p.keys; ++j)
        if (visible(j)) sum += weights_[j] * to_accumulator(this->value(j)[c]);
      if (p.value_scale.data != nullptr) sum *= this->value_scale();
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
