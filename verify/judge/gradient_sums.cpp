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

/// Where term (i, j) of a relative or dense array lies within its head, and what it is multiplied by.
struct Parameter {
  std::size_t index;
  double coefficient;
};
Parameter parameter(const Term& term, const Head& head, std::int64_t i, std::int64_t j) {
  const auto relative = static_cast<std::size_t>(i - j + head.keys - 1);
  switch (term.kind) {
    case ATTEST_TERM_DENSE:
      return {static_cast<std::size_t>(i * head.keys + j), 1};
    case ATTEST_TERM_BUCKETS:
      return {static_cast<std::size_t>(term.bucket[relative]), 1};
    case ATTEST_TERM_ALIBI:
      return {0, -static_cast<double>(std::abs(i - j))};
    default:
      return {relative, 1};
  }
}

std::size_t parameters(const Term& term, const Head& head) {
  switch (term.kind) {
    case ATTEST_TERM_NONE:
      return 0;
    case ATTEST_TERM_DENSE:
      return static_cast<std::size_t>(head.queries * head.keys);
    case ATTEST_TERM_BUCKETS:
      return static_cast<std::size_t>(term.values.shape()[0]);
    case ATTEST_TERM_ALIBI:
      return 1;
    case ATTEST_TERM_TOEPLITZ:
      break;
  }
  return head.queries + head.keys > 0 ? static_cast<std::size_t>(head.queries + head.keys - 1) : 0;
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
  const Term &bias = head.instance().bias, &factor = head.instance().factor;
  const auto w = static_cast<std::size_t>(head.width), v = static_cast<std::size_t>(head.value_width);
  AllGradientSums<Real> all;
  auto& [query, key, value, by_bias, by_factor] = all;
  query.reset(arrays.query.size(), zero);
  key.reset(arrays.key.size(), zero);
  value.reset(arrays.value.size(), zero);
  by_bias.reset(parameters(bias, head), zero);
  by_factor.reset(parameters(factor, head), zero);

  const Real eta = real(error.underflow), eta_w = real(error.weight_underflow), scale = real(head.scale()),
             scale_size = abs(scale), wide = real(std::max(1.0, std::fabs(head.scale()))),
             factored = real(head.has_factor() ? 1 : 0);
  for (std::int64_t i = 0; i < head.queries; ++i) {
    const GradientRow<Real> row(head, error, arrays, i, like, slack);
    const auto from_query = static_cast<std::size_t>(i) * w, from_grad = static_cast<std::size_t>(i) * v;
    Truth promised = row.promised;
    // The first rung knows a weight's error to a small share only where it is no great power of e.
    if (slack > 0 && promised == Truth::yes && !(row.greatest_exponent <= greatest_exponent)) promised = Truth::unknown;
    const bool bounded = promised != Truth::no && !row.score_error.empty();
    for (std::size_t t = 0; t < row.keys.size(); ++t) {
      const std::int64_t j = row.keys[t];
      const auto from_key = static_cast<std::size_t>(j) * w, from_value = static_cast<std::size_t>(j) * v;
      const Real& gradient = row.score_gradient[t];
      const Real size = abs(gradient), off = bounded ? row.score_error[t] : zero;

      // dQ_i += scale dS_ij k_j and dK_j += scale dS_ij q_i.
      const Real step = scale * gradient, reach = scale_size * size;
      const Real step_error = scale_size * off + wide * (eta_w + four * eta) + four * eta * (size + off);
      const Real each = two * wide * eta * (one + size + off);
      if (w > 0) {
        add_row(query, from_query, w, &arrays.key[from_key], &arrays.key_size[from_key], step, step_error, reach, each);
        add_row(key, from_key, w, &arrays.query[from_query], &arrays.query_size[from_query], step, step_error, reach,
                each);
        count(query, from_query, w, promised);
        count(key, from_key, w, promised);
      }

      // dV_j += P_ij C_ij dO_i.
      const Real factor_size = abs(row.factor[t]);
      const Real weight_error = bounded ? row.weight_error[t] + row.lost : zero;
      const Real computed = row.weight[t] + weight_error;
      const Real grad_error = factor_size * weight_error + factored * (eta_w + two * eta * (one + computed));
      if (v > 0) {
        add_row(value, from_value, v, &arrays.grad[from_grad], &arrays.grad_size[from_grad],
                Real(row.weight[t] * row.factor[t]), grad_error, Real(factor_size * computed),
                Real(two * eta * (one + factor_size * computed)));
        count(value, from_value, v, promised);
      }

      const auto add = [&](GradientSums<Real>& sums, const Term& term, const Real& exact, const Real& error_of_term) {
        const Parameter at = parameter(term, head, i, j);
        const Real by = real(at.coefficient), by_size = real(std::fabs(at.coefficient));
        add_product(sums.value[at.index], by, exact);
        add_product(sums.error[at.index], by_size, Real(error_of_term + eta_w + four * eta));
        sums.error[at.index] += two * eta;
        add_product(sums.magnitude[at.index], by_size, Real(abs(exact)));
        count(sums, at.index, 1, promised);
      };
      if (head.has_bias()) add(by_bias, bias, gradient, off);
      if (head.has_factor()) add(by_factor, factor, row.factor_gradient[t], bounded ? row.factor_error[t] : zero);
    }
  }
  return all;
}

template <class Real>
Range gradient_bound(const GradientSums<Real>& sums, std::size_t k, const attest_error_class& error,
                     bool rounds_weights, double round, double tiny, double slack) {
  using std::abs;
  if (sums.count[k] == 0) return {0, 0};
  const double roundings = static_cast<double>(sums.count[k]) + 8;
  if (sums.promised[k] == Truth::no || roundings * error.accumulate > 0.5) return {HUGE_VAL, HUGE_VAL};
  if (sums.promised[k] == Truth::unknown) return {0, HUGE_VAL};
  const Real& like = sums.value[k];
  const Real one = lift(1, like), u = lift(error.accumulate, like), steps = lift(roundings, like),
             input = lift(error.input_round, like), weight = lift(rounds_weights ? error.weight_round : 0, like);
  Real relative = input + weight + input * weight;
  const Real gamma = steps * u / (one - steps * u);
  relative = relative + gamma + relative * gamma;
  const Real last = lift(round, like);
  return to_range((sums.error[k] * (one + relative) + sums.magnitude[k] * relative) * (one + last) +
                      last * abs(sums.value[k]) + lift(tiny, like),
                  slack);
}

#define ATTEST_GRADIENTS(Real)                                                                                     \
  template struct GradientSums<Real>;                                                                              \
  template AllGradientSums<Real> gradient_sums(const Head&, const attest_error_class&, const std::vector<double>&, \
                                               const Real&, double);                                               \
  template Range gradient_bound(const GradientSums<Real>&, std::size_t, const attest_error_class&, bool, double,   \
                                double, double);
ATTEST_GRADIENTS(double)
ATTEST_GRADIENTS(Enclosure)

}  // namespace attest::verify::judge
