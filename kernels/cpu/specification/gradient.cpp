// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/specification/gradient.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "kernels/cpu/family.hpp"
#include "kernels/formats.hpp"
#include "kernels/problem.hpp"

namespace attest::kernels {

namespace {

template <typename T>
using Accumulator = std::conditional_t<std::is_same_v<T, double>, double, float>;

/// A gradient while it is added up: batches x heads x rows x columns, an axis of parts that are shared having one.
template <typename Real>
struct Sums {
  attest_tensor to;
  std::int64_t batches, heads, rows, columns;
  Real* data = nullptr;

  std::int64_t size() const { return to.data ? batches * heads * rows * columns : 0; }
  Real& at(std::int64_t b, std::int64_t h, std::int64_t r, std::int64_t c) const {
    return data[(((batches == 1 ? 0 : b) * heads + (heads == 1 ? 0 : h)) * rows + r) * columns + c];
  }
};

template <typename T>
class Backward {
 public:
  using Real = Accumulator<T>;

  explicit Backward(const attest_gradient_problem& problem) : g_(problem), p(problem.forward) {
    query_ = like(p.query, g_.grad_query, p.queries, p.width);
    key_ = like(p.key, g_.grad_key, p.keys, p.width);
    value_ = like(p.value, g_.grad_value, p.keys, p.value_width);
    bias_ = like_term(p.bias, g_.grad_bias);
    factor_ = like_term(p.factor, g_.grad_factor);
  }

  std::size_t scratch() const {
    std::int64_t size = 2 * p.keys;
    for (const Sums<Real>* sums : {&query_, &key_, &value_, &bias_, &factor_}) size += sums->size();
    return static_cast<std::size_t>(size) * sizeof(Real);
  }

  void run(void* scratch) {
    auto* memory = static_cast<Real*>(scratch);
    std::fill_n(memory, this->scratch() / sizeof(Real), Real{0});
    for (Sums<Real>* sums : {&query_, &key_, &value_, &bias_, &factor_}) {
      sums->data = memory;
      memory += sums->size();
    }
    weight_ = memory, product_ = memory + p.keys;
    for (b = 0; b < p.batches; ++b)
      for (h = 0; h < p.heads; ++h)
        for (i = 0; i < p.queries; ++i) add_row();
    write<T>(query_), write<T>(key_), write<T>(value_);
    write<Real>(bias_), write<Real>(factor_);
  }

 private:
  Sums<Real> like(const attest_tensor& array, const attest_tensor& to, std::int64_t rows, std::int64_t columns) const {
    return {to, array.batch == 0 ? 1 : p.batches, array.head == 0 ? 1 : p.heads, rows, columns};
  }
  Sums<Real> like_term(const attest_term& term, const attest_tensor& to) const {
    const std::int64_t positions = p.queries + p.keys > 0 ? p.queries + p.keys - 1 : 0;
    switch (term.kind) {
      case ATTEST_TERM_DENSE:
        return like(term.values, to, p.queries, p.keys);
      case ATTEST_TERM_BUCKETS:
        return {to, 1, p.heads, term.buckets, 1};
      case ATTEST_TERM_ALIBI:
        return {to, 1, term.values.head == 0 ? 1 : p.heads, 1, 1};
      case ATTEST_TERM_TOEPLITZ:
        return {to, 1, term.values.head == 0 ? 1 : p.heads, 1, positions};
      default:
        return {{}, 1, 1, 0, 0};
    }
  }

  bool visible(std::int64_t j) const {
    if (p.mask_kind == ATTEST_MASK_BYTES) return row_of<const std::uint8_t>(p.mask, b, h, i)[j] != 0;
    return j < visible_keys(p, i);
  }

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

  /// Where term (i, j) of the gradient of B or C is added up.
  Real& place(const Sums<Real>& sums, const attest_term& t, std::int64_t j) const {
    switch (t.kind) {
      case ATTEST_TERM_DENSE:
        return sums.at(b, h, i, j);
      case ATTEST_TERM_BUCKETS:
        return sums.at(0, h, t.bucket[i - j + p.keys - 1], 0);
      case ATTEST_TERM_ALIBI:
        return sums.at(0, h, 0, 0);
      default:
        return sums.at(0, h, 0, i - j + p.keys - 1);
    }
  }

  /// A_i into weight_; false if no key is visible.
  bool find_weights() {
    Real greatest = -std::numeric_limits<Real>::infinity(), sum = 0;
    bool any = false;
    for (std::int64_t j = 0; j < p.keys; ++j) {
      if (!visible(j)) continue;
      any = true;
      Real dot = 0;
      for (std::int64_t c = 0; c < p.width; ++c)
        dot +=
            to_accumulator(row_of<const T>(p.query, b, h, i)[c]) * to_accumulator(row_of<const T>(p.key, b, h, j)[c]);
      weight_[j] = static_cast<Real>(p.scale) * dot + term(p.bias, j, 0);
      greatest = std::max(greatest, weight_[j]);
    }
    for (std::int64_t j = 0; j < p.keys; ++j) {
      weight_[j] = visible(j) ? std::exp(weight_[j] - greatest) : Real{0};
      sum += weight_[j];
    }
    if (any)
      for (std::int64_t j = 0; j < p.keys; ++j) weight_[j] /= sum;
    return any;
  }

  void add_row() {
    if (!find_weights()) return;
    const T* grad = row_of<const T>(g_.grad_output, b, h, i);
    Real delta = 0;
    for (std::int64_t j = 0; j < p.keys; ++j) {
      if (!visible(j)) continue;
      Real sum = 0;
      for (std::int64_t c = 0; c < p.value_width; ++c)
        sum += to_accumulator(grad[c]) * to_accumulator(row_of<const T>(p.value, b, h, j)[c]);
      product_[j] = sum;
      delta += weight_[j] * term(p.factor, j, 1) * sum;
    }
    const Real scale = static_cast<Real>(p.scale);
    for (std::int64_t j = 0; j < p.keys; ++j) {
      if (!visible(j)) continue;
      const Real factor = term(p.factor, j, 1), step = weight_[j] * (factor * product_[j] - delta);
      for (std::int64_t c = 0; c < p.width; ++c) {
        if (query_.to.data) query_.at(b, h, i, c) += scale * step * to_accumulator(row_of<const T>(p.key, b, h, j)[c]);
        if (key_.to.data) key_.at(b, h, j, c) += scale * step * to_accumulator(row_of<const T>(p.query, b, h, i)[c]);
      }
      if (value_.to.data)
        for (std::int64_t c = 0; c < p.value_width; ++c)
          value_.at(b, h, j, c) += weight_[j] * factor * to_accumulator(grad[c]);
      if (bias_.to.data)
        place(bias_, p.bias, j) +=
            p.bias.kind == ATTEST_TERM_ALIBI ? -static_cast<Real>(i < j ? j - i : i - j) * step : step;
      if (factor_.to.data) place(factor_, p.factor, j) += weight_[j] * product_[j];
    }
  }

  template <typename Element>
  void write(const Sums<Real>& sums) const {
    if (!sums.to.data) return;
    for (std::int64_t batch = 0; batch < sums.batches; ++batch)
      for (std::int64_t head = 0; head < sums.heads; ++head)
        for (std::int64_t row = 0; row < sums.rows; ++row)
          for (std::int64_t c = 0; c < sums.columns; ++c)
            row_of<Element>(sums.to, batch, head, row)[c] = round_from<Element>(sums.at(batch, head, row, c));
  }

  const attest_gradient_problem& g_;
  const attest_problem& p;
  std::int64_t b = 0, h = 0, i = 0;
  Sums<Real> query_, key_, value_, bias_, factor_;
  Real *weight_ = nullptr, *product_ = nullptr;
};

int always() { return 1; }

template <std::uint32_t operation, std::uint32_t dtype>
int supports(const attest_gradient_problem* problem, attest_message why) {
  if (problem->struct_size != sizeof *problem)
    return refuse(why, ATTEST_INVALID, "expected a struct_size of %zu", sizeof *problem);
  return check_computes(problem->forward, operation, dtype, Extensions::none, why);
}

template <typename T>
std::size_t scratch(const attest_gradient_problem* problem, int) {
  return Backward<T>(*problem).scratch();
}

template <typename T>
int run(const attest_gradient_problem* problem, void* scratch, int, attest_message) {
  Backward<T>(*problem).run(scratch);
  return ATTEST_OK;
}

template <std::uint32_t operation, std::uint32_t dtype, typename T, int output_bits>
attest_gradient_kernel kernel(const char* name) {
  using Real = Accumulator<T>;
  attest_error_class error = plain_error<Real>(std::numeric_limits<Real>::epsilon());
  error.output_round = output_bits == 0 ? 0 : 1.0 / (1 << output_bits);
  return {sizeof(attest_gradient_kernel), name,       "scalar", operation, dtype, error, always,
          supports<operation, dtype>,     scratch<T>, run<T>};
}

}  // namespace

std::span<const attest_gradient_kernel> gradient_kernels() {
#define ATTEST_GRADIENTS(operation, name)                                                \
  kernel<operation, ATTEST_FLOAT32, float, 0>(name "_gradient_float32_scalar"),          \
      kernel<operation, ATTEST_FLOAT64, double, 0>(name "_gradient_float64_scalar"),     \
      kernel<operation, ATTEST_BFLOAT16, BFloat16, 8>(name "_gradient_bfloat16_scalar"), \
      kernel<operation, ATTEST_FLOAT16, Float16, 11>(name "_gradient_float16_scalar")
  static const std::vector<attest_gradient_kernel> all = {
      ATTEST_GRADIENTS(ATTEST_ATTENTION, "attention"), ATTEST_GRADIENTS(ATTEST_RPE, "rpe"),
      ATTEST_GRADIENTS(ATTEST_URPE, "urpe"), ATTEST_GRADIENTS(ATTEST_POSITIONAL, "positional")};
  return all;
}

}  // namespace attest::kernels
