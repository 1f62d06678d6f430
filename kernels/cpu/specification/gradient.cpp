// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/specification/gradient.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/cpu/family.hpp"
#include "kernels/cpu/specification/terms.hpp"

namespace attest::kernels {

namespace {

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
    query_ = like(p.query, g_.grad_query, p.heads, p.queries, p.width);
    key_ = like(p.key, g_.grad_key, heads_of_keys(), p.keys, p.width);
    value_ = like(p.value, g_.grad_value, heads_of_keys(), p.keys, p.value_width);
    bias_ = like_term(p.bias, g_.grad_bias);
    factor_ = like_term(p.factor, g_.grad_factor);
    sinks_ = {g_.grad_sinks, 1, p.sinks.head == 0 ? 1 : p.heads, 1, p.sinks.data ? 1 : 0};
  }

  std::size_t scratch() const {
    std::int64_t size = 2 * p.keys;
    for (const Sums<Real>* sums : {&query_, &key_, &value_, &bias_, &factor_, &sinks_}) size += sums->size();
    return static_cast<std::size_t>(size) * sizeof(Real);
  }

  void run(void* scratch) {
    auto* memory = static_cast<Real*>(scratch);
    std::fill_n(memory, this->scratch() / sizeof(Real), Real{0});
    for (Sums<Real>* sums : {&query_, &key_, &value_, &bias_, &factor_, &sinks_}) {
      sums->data = memory;
      memory += sums->size();
    }
    weight_ = memory, product_ = memory + p.keys;
    for (std::int64_t b = 0; b < p.batches; ++b)
      for (std::int64_t h = 0; h < p.heads; ++h)
        for (std::int64_t i = 0; i < p.queries; ++i) add_row({p, b, h, i});
    write<T>(query_), write<T>(key_), write<T>(value_);
    write<Real>(bias_), write<Real>(factor_), write<Real>(sinks_);
  }

 private:
  using Row = RowTerms<T>;

  std::int64_t heads_of_keys() const { return p.kv_heads == 0 ? p.heads : p.kv_heads; }
  Sums<Real> like(const attest_tensor& array, const attest_tensor& to, std::int64_t heads, std::int64_t rows,
                  std::int64_t columns) const {
    return {to, array.batch == 0 ? 1 : p.batches, array.head == 0 ? 1 : heads, rows, columns};
  }
  Sums<Real> like_term(const attest_term& term, const attest_tensor& to) const {
    const std::int64_t positions = p.queries + p.keys > 0 ? p.queries + p.keys - 1 : 0;
    switch (term.kind) {
      case ATTEST_TERM_DENSE:
        return like(term.values, to, p.heads, p.queries, p.keys);
      case ATTEST_TERM_BUCKETS:
        return {to, 1, term.values.head == 0 ? 1 : p.heads, term.buckets, 1};
      case ATTEST_TERM_ALIBI:
        return {to, 1, term.values.head == 0 ? 1 : p.heads, 1, 1};
      case ATTEST_TERM_TOEPLITZ:
        return {to, 1, term.values.head == 0 ? 1 : p.heads, 1, positions};
      default:
        return {{}, 1, 1, 0, 0};
    }
  }

  /// Where term (i, j) of the gradient of B or C is added up.
  Real& place(const Sums<Real>& sums, const attest_term& t, const Row& row, std::int64_t j) const {
    switch (t.kind) {
      case ATTEST_TERM_DENSE:
        return sums.at(row.b, row.h, row.i, j);
      case ATTEST_TERM_BUCKETS:
        return sums.at(0, row.h, t.bucket[row.i - j + p.keys - 1], 0);
      case ATTEST_TERM_ALIBI:
        return sums.at(0, row.h, 0, 0);
      default:
        return sums.at(0, row.h, 0, row.i - j + p.keys - 1);
    }
  }

  /// A_i into weight_, and that of a sink into sink_weight_; false if no key is visible.
  bool find_weights(const Row& row) {
    Real greatest = row.has_sink() ? row.sink() : -std::numeric_limits<Real>::infinity(), sum = 0;
    bool any = false;
    for (std::int64_t j = 0; j < p.keys; ++j) {
      if (!row.visible(j)) continue;
      any = true;
      weight_[j] = row.score(j);
      greatest = std::max(greatest, weight_[j]);
    }
    if (!any) return false;
    if (row.has_sink()) sum = sink_weight_ = std::exp(row.sink() - greatest);
    for (std::int64_t j = 0; j < p.keys; ++j) {
      weight_[j] = row.visible(j) ? std::exp(weight_[j] - greatest) : Real{0};
      sum += weight_[j];
    }
    for (std::int64_t j = 0; j < p.keys; ++j) weight_[j] /= sum;
    sink_weight_ /= sum;
    return true;
  }

  void add_row(const Row& row) {
    if (!find_weights(row)) return;
    const std::int64_t b = row.b, h = row.h, i = row.i, of = kv_head(p, h);
    const T* grad = row_of<const T>(g_.grad_output, b, h, i);
    const Real by_value = row.value_scale();
    Real delta = 0;
    for (std::int64_t j = 0; j < p.keys; ++j) {
      if (!row.visible(j)) continue;
      Real sum = 0;
      for (std::int64_t c = 0; c < p.value_width; ++c) sum += to_accumulator(grad[c]) * to_accumulator(row.value(j)[c]);
      product_[j] = by_value * sum;
      delta += weight_[j] * row.factor(j) * product_[j];
    }
    const Real scale = static_cast<Real>(p.scale) * row.query_scale() * row.key_scale();
    for (std::int64_t j = 0; j < p.keys; ++j) {
      if (!row.visible(j)) continue;
      const Real factor = row.factor(j), step = weight_[j] * (factor * product_[j] - delta);
      Real bent = step;
      if (row.is_capped()) {
        const Real t = row.tanh(j);
        bent *= 1 - t * t;
      }
      for (std::int64_t c = 0; c < p.width; ++c) {
        if (query_.to.data) query_.at(b, h, i, c) += scale * bent * to_accumulator(row.key(j)[c]);
        if (key_.to.data) key_.at(b, of, j, c) += scale * bent * to_accumulator(row.query()[c]);
      }
      if (value_.to.data)
        for (std::int64_t c = 0; c < p.value_width; ++c)
          value_.at(b, of, j, c) += weight_[j] * factor * by_value * to_accumulator(grad[c]);
      if (bias_.to.data)
        place(bias_, p.bias, row, j) +=
            p.bias.kind == ATTEST_TERM_ALIBI ? -static_cast<Real>(i < j ? j - i : i - j) * step : step;
      if (factor_.to.data) place(factor_, p.factor, row, j) += weight_[j] * product_[j];
    }
    if (sinks_.to.data) sinks_.at(0, h, 0, 0) -= sink_weight_ * delta;
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
  Sums<Real> query_, key_, value_, bias_, factor_, sinks_;
  Real *weight_ = nullptr, *product_ = nullptr;
  Real sink_weight_ = 0;
};

int always() { return 1; }

template <std::uint32_t operation, std::uint32_t dtype>
int supports(const attest_gradient_problem* problem, attest_message why) {
  if (problem->struct_size != sizeof *problem)
    return refuse(why, ATTEST_INVALID, "expected a struct_size of %zu", sizeof *problem);
  return check_computes(problem->forward, operation, dtype, Extensions::all, why);
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
  error.tanh_relative = 2 * std::numeric_limits<Real>::epsilon();  // tanhf and tanh: two ulps
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
