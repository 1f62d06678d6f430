// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/gradient_sums.hpp"

#include <algorithm>

namespace attest::verify::judge {

using instances::Term;
using theory::Enclosure;
using theory::Truth;

namespace {

/// Greater than the number of keys and queries of a row that any double rung is offered: rows beyond it go to Arb.
constexpr double greatest_exponent = 0x1p10;

/// Adds the products of one row's or key's numbers with a row of an array.
template <class Real>
void add_row(GradientSums<Real>& sums, std::size_t first, std::size_t columns, const Real* numbers, const Real* sizes,
             const Real& value, const Real& error, const Real& magnitude, const Real& each) {
  for (std::size_t c = 0; c < columns; ++c) {
    add_product(sums.value[first + c], value, numbers[c]);
    add_product(sums.error[first + c], error, sizes[c]);
    sums.error[first + c] += each;
    add_product(sums.magnitude[first + c], magnitude, sizes[c]);
  }
}

/// Where term (i, j) of a relative or dense array of this many keys lies within its head, and what it is multiplied by.
struct Parameter {
  std::size_t index;
  double coefficient;
};
Parameter parameter(const Term& term, std::int64_t keys, std::int64_t i, std::int64_t j) {
  const auto relative = static_cast<std::size_t>(i - j + keys - 1);
  switch (term.kind) {
    case ATTEST_TERM_DENSE:
      return {static_cast<std::size_t>(i * keys + j), 1};
    case ATTEST_TERM_BUCKETS:
      return {static_cast<std::size_t>(term.bucket[relative]), 1};
    case ATTEST_TERM_ALIBI:
      return {0, -static_cast<double>(std::abs(i - j))};
    default:
      return {relative, 1};
  }
}

std::size_t parameters(const Term& term, std::int64_t queries, std::int64_t keys) {
  switch (term.kind) {
    case ATTEST_TERM_NONE:
      return 0;
    case ATTEST_TERM_DENSE:
      return static_cast<std::size_t>(queries * keys);
    case ATTEST_TERM_BUCKETS:
      return static_cast<std::size_t>(term.values.shape()[0]);
    case ATTEST_TERM_ALIBI:
      return 1;
    case ATTEST_TERM_TOEPLITZ:
      break;
  }
  return queries + keys > 0 ? static_cast<std::size_t>(queries + keys - 1) : 0;
}

template <class Real>
void count(GradientSums<Real>& sums, std::size_t first, std::size_t columns, Truth promised) {
  for (std::size_t c = first; c < first + columns; ++c) {
    ++sums.count[c];
    sums.promised[c] = sums.promised[c] & promised;
  }
}

}  // namespace

template <class Real>
void GradientSums<Real>::reset(std::size_t size, const Real& zero) {
  value.assign(size, zero);
  error.assign(size, zero);
  magnitude.assign(size, zero);
  count.assign(size, 0);
  promised.assign(size, Truth::yes);
}

template <class Real>
AllGradientSums<Real> gradient_sums(const Head& head, const attest_error_class& error,
                                    const std::vector<double>& grad_output, const Real& like, double slack) {
  using std::abs;
  const auto real = [&like](double x) { return lift(x, like); };
  const Real zero = real(0), one = real(1), two = real(2), four = real(4);
  const GradientArrays<Real> arrays(head, grad_output, like);
  const instances::Instance& in = head.instance();
  const Term &bias = in.bias, &factor = in.factor;
  const auto w = static_cast<std::size_t>(head.width), v = static_cast<std::size_t>(head.value_width),
             keys = static_cast<std::size_t>(in.keys);
  AllGradientSums<Real> all;
  auto& [query, key, value, by_bias, by_factor, by_sink] = all;
  query.reset(arrays.query.size(), zero);
  key.reset(keys * w, zero);
  value.reset(keys * v, zero);
  by_bias.reset(parameters(bias, in.queries, in.keys), zero);
  by_factor.reset(parameters(factor, in.queries, in.keys), zero);
  by_sink.reset(static_cast<std::size_t>(head.sinks), zero);

  // (G.12) Scales: what multiplies a loss that came before them, and numbers before and behind them.
  const auto above_one = [&](double x) { return std::max(1.0, x); };
  const auto before_scale = [&](double x) { return real(x < 1 ? 1.0001 / x : 1); };
  const Real raw_query = before_scale(head.query_scale), raw_key = before_scale(head.key_scale),
             of_query = real(head.query_scale), of_key = real(head.key_scale), of_value = real(head.value_scale);
  // (G.11) keep_scale may be what is multiplied last.
  const Real kept = real(above_one(in.dropout.scale)), later_value = real(above_one(head.value_scale));
  const Real eta = real(error.underflow), eta_w = real(error.weight_underflow), scale = real(head.scale()),
             scale_size = abs(scale), factored = real(head.multiplies_weights() ? 1 : 0),
             wide = real(above_one(std::fabs(head.scale()))) * real(above_one(head.query_scale)) *
                    real(above_one(head.key_scale)) * kept;
  // (G.6), (G.10): losses of dS, and of its product with the cap's derivative.
  const Real losses = real(head.softcap() > 0 ? 12 : 4) * eta;
  for (std::int64_t i = 0; i < head.queries; ++i) {
    const GradientRow<Real> row(head, error, arrays, i, like, slack);
    const auto from_query = static_cast<std::size_t>(i) * w, from_grad = static_cast<std::size_t>(i) * v;
    Truth promised = row.promised;
    // The first rung knows a weight's error to a small share only where it is no great power of e.
    if (slack > 0 && promised == Truth::yes && !(row.greatest_exponent <= greatest_exponent)) promised = Truth::unknown;
    const bool bounded = promised != Truth::no && !row.score_error.empty();
    for (std::size_t t = 0; t < row.keys.size(); ++t) {
      const Real& gradient = row.score_gradient[t];
      const Real off = bounded ? row.score_error[t] : zero;
      const auto add = [&](GradientSums<Real>& sums, const Parameter& at, const Real& exact,
                           const Real& error_of_term) {
        const Real by = real(at.coefficient), by_size = real(std::fabs(at.coefficient));
        add_product(sums.value[at.index], by, exact);
        add_product(sums.error[at.index], by_size, Real(error_of_term + kept * (eta_w + four * eta)));
        sums.error[at.index] += two * kept * eta;
        add_product(sums.magnitude[at.index], by_size, Real(abs(exact)));
        count(sums, at.index, 1, promised);
      };
      if (row.keys[t] < head.sinks) {
        add(by_sink, {0, 1}, gradient, off);
        continue;
      }
      const std::int64_t j = row.keys[t] - head.sinks;
      const auto from_array = static_cast<std::size_t>(row.keys[t]) * w, from_key = static_cast<std::size_t>(j) * w,
                 from_value = static_cast<std::size_t>(j) * v;

      // dQ_i += scale dS_ij k_j and dK_j += scale dS_ij q_i.
      const Real step = scale * row.step[t], size = abs(row.step[t]), reach = scale_size * size;
      const Real step_error = scale_size * (bounded ? row.step_error[t] : zero), whole = abs(gradient) + off;
      const Real absolute = wide * (eta_w + losses + four * eta * whole), each = two * wide * eta * (one + whole);
      if (w > 0) {
        add_row(query, from_query, w, &arrays.key[from_array], &arrays.key_size[from_array], Real(of_query * step),
                Real(of_query * step_error + raw_key * absolute), Real(of_query * reach), each);
        add_row(key, from_key, w, &arrays.query[from_query], &arrays.query_size[from_query], Real(of_key * step),
                Real(of_key * step_error + raw_query * absolute), Real(of_key * reach), each);
        count(query, from_query, w, promised);
        count(key, from_key, w, promised);
      }

      // dV_j += P_ij C_ij dO_i.
      const Real factor_size = abs(row.factor[t]);
      const Real weight_error = bounded ? row.weight_error[t] + row.lost : zero;
      const Real computed = row.weight[t] + weight_error;
      const Real lost = bounded ? factor_size * row.lost : zero, relative = bounded ? row.weight_error[t] : zero;
      const Real grad_error = of_value * factor_size * relative +
                              later_value * (lost + factored * kept * (eta_w + two * eta * (one + computed)));
      if (v > 0) {
        add_row(value, from_value, v, &arrays.grad[from_grad], &arrays.grad_size[from_grad],
                Real(of_value * row.weight[t] * row.factor[t]), grad_error, Real(of_value * factor_size * computed),
                Real(two * later_value * kept * eta * (one + factor_size * computed)));
        count(value, from_value, v, promised);
      }
      if (bias.kind != ATTEST_TERM_NONE) add(by_bias, parameter(bias, in.keys, i, j), gradient, off);
      if (factor.kind != ATTEST_TERM_NONE)
        add(by_factor, parameter(factor, in.keys, i, j), row.factor_gradient[t], bounded ? row.factor_error[t] : zero);
    }
  }
  return all;
}

template <class Real>
Range gradient_bound(const GradientSums<Real>& sums, std::size_t k, const attest_error_class& error,
                     const LastSteps& last, double slack) {
  using std::abs;
  if (sums.count[k] == 0) return {0, 0};
  const double roundings = static_cast<double>(sums.count[k]) + last.operations;
  if (sums.promised[k] == Truth::no || roundings * error.accumulate > 0.5) return {HUGE_VAL, HUGE_VAL};
  if (sums.promised[k] == Truth::unknown) return {0, HUGE_VAL};
  const Real& like = sums.value[k];
  const Real one = lift(1, like), u = lift(error.accumulate, like),
             steps = lift(in_one_direction(last.random_roundings, roundings, error), like),
             input = lift(error.input_round, like), weight = lift(last.rounds_weights ? error.weight_round : 0, like);
  Real relative = input + weight + input * weight;
  const Real gamma = steps * u / (one - steps * u);
  relative = relative + gamma + relative * gamma;
  const Real round = lift(last.round, like);
  return to_range((sums.error[k] * (one + relative) + sums.magnitude[k] * relative) * (one + round) +
                      round * abs(sums.value[k]) + lift(last.tiny, like),
                  slack);
}

#define ATTEST_GRADIENTS(Real)                                                                                       \
  template struct GradientSums<Real>;                                                                                \
  template AllGradientSums<Real> gradient_sums(const Head&, const attest_error_class&, const std::vector<double>&,   \
                                               const Real&, double);                                                 \
  template Range gradient_bound(const GradientSums<Real>&, std::size_t, const attest_error_class&, const LastSteps&, \
                                double);
ATTEST_GRADIENTS(double)
ATTEST_GRADIENTS(Enclosure)

}  // namespace attest::verify::judge
