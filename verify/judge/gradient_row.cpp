// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/gradient_row.hpp"

#include <arb.h>

#include <algorithm>

namespace attest::verify::judge {

using theory::Enclosure;
using theory::Truth;

namespace {

template <class Real>
Real compose(const Real& a, const Real& b) {
  return a + b + a * b;
}

/// At least e^x; `known` becomes unknown or no where that is not sure, or x beyond 40 (N.7).
template <class Real>
Real growth_above(const Real& x, double slack, Truth& known) {
  const Truth small = at_most(x, 1, slack), medium = at_most(x, 8, slack), large = at_most(x, 40, slack);
  known = known & large;
  if (small == Truth::unknown || medium == Truth::unknown) known = known & Truth::unknown;
  if (small == Truth::yes) return lift(1, x) + x + x * x;
  return lift(medium == Truth::yes ? 0x1p12 : 0x1p60, x);
}

/// tanh(x). In double by m = e^(-2 |x|) - 1: the relative error of m and three roundings, less than 2^-50 of it.
double hyperbolic(double x) {
  const double m = std::expm1(-2 * std::fabs(x));
  return std::copysign(m / (2 + m), x);
}
Enclosure hyperbolic(Enclosure x) {
  arb_tanh(x.raw(), x.raw(), x.precision());
  return x;
}

double largest(double x) { return x; }
double largest(const Enclosure& x) { return to_range(x, 0).high; }

}  // namespace

template <class Real>
GradientArrays<Real>::GradientArrays(const Head& head, const std::vector<double>& grad_output, const Real& like)
    : value_reach(lift(0, like)) {
  const auto fill = [&like](const std::vector<double>& from, std::vector<Real>& to, std::vector<Real>& size) {
    for (const double x : from) {
      to.push_back(lift(x, like));
      size.push_back(lift(std::fabs(x), like));
    }
  };
  fill(head.query, query, query_size);
  fill(head.key, key, key_size);
  fill(head.value, value, value_size);
  fill(grad_output, grad, grad_size);
  const auto columns = static_cast<std::size_t>(head.value_width), rows = static_cast<std::size_t>(head.keys);
  column_norm.assign(columns, lift(0, like));
  for (std::size_t j = 0; j < rows; ++j) {
    value_norm.push_back(lift(0, like));
    for (std::size_t c = 0; c < columns; ++c) {
      value_norm[j] += value_size[j * columns + c];
      column_norm[c] += value_size[j * columns + c];
    }
  }
  for (const Head::Column& column : head.columns) value_reach += lift(column.greatest, like);
}

template <class Real>
Real GradientRow<Real>::exponent_growth(const Real& part, const Real& exponent, const Real& y, const Real& total) {
  using std::exp;
  const Truth small = at_most(y, 1);
  if (small == Truth::unknown) promised = promised & small;
  // P phi(Y), where phi is e^Y above 1: both factors may leave the doubles, their product does not.
  return small == Truth::no ? exp(exponent + y) / total : part * (y + y * y);
}

template <class Real>
GradientRow<Real>::GradientRow(const Head& head, const attest_error_class& error, const GradientArrays<Real>& arrays,
                               std::int64_t i, const Real& like, double slack)
    : lost(lift(0, like)), slack_(slack) {
  using std::abs, std::exp, std::log, std::max, std::min;
  const auto real = [&like](double x) { return lift(x, like); };
  const Real zero = real(0), one = real(1), two = real(2);
  const std::uint8_t* mask = head.mask_row(i);
  const std::int64_t end = head.end(i);
  for (std::int64_t j = 0; j < end; ++j)
    if (mask == nullptr || mask[j] != 0) keys.push_back(j);
  const std::size_t n = keys.size();
  if (n == 0) return;
  const RowConstants<Real> c(head, error, static_cast<std::int64_t>(n), end, like);
  const auto w = head.width, v = head.value_width;
  // (G.11): what a kernel's own keep_scale, and products with it, may be off by. (G.12): a product with value's scale.
  const double of_keep = head.instance().dropout.scale > 0 ? std::ceil(head.instance().dropout.scale) + 1 : 0,
               of_value = head.instance().value_scale ? 1 : 0;
  const double roundings = 2 * static_cast<double>(n + static_cast<std::size_t>(w + v)) + 32 + 4 * of_keep;
  if (!c.bounded || roundings * error.accumulate > 0.5) promised = Truth::no;
  const Real u = real(promised == Truth::yes ? error.accumulate : 0);
  const auto gamma = [&](double k) { return real(k) * u / (one - real(k) * u); };
  const auto gamma_of_sum = [&](double k) { return gamma(in_one_direction(head.random_roundings, k, error)); };
  const Real weight_round = real(error.weight_round), input = real(error.input_round), eta = real(error.underflow),
             eta_w = real(error.weight_underflow);
  const Real factored = real(head.multiplies_weights() ? 1 : 0);

  // Scores, their errors (N.3), and the range of the greatest.
  std::vector<double> buffer(static_cast<std::size_t>(head.keys));
  const double* bias = head.has_bias() ? head.bias_row(i, buffer.data()) : nullptr;
  const double* rest = head.bias_rest_row(i);
  const Real scale = real(head.scale()), scale_size = real(std::fabs(head.scale()));
  const Real underflow = c.score_underflow(head, real(head.norm_of_query(i)), real(head.greatest_key_norm));
  const Real cap = real(head.softcap());
  std::vector<Real> score, delta, tanh, product_delta;
  for (const std::int64_t j : keys) {
    Real sum = zero, size = zero;
    for (std::int64_t k = 0; k < w; ++k) {
      const auto a = static_cast<std::size_t>(i * w + k), b = static_cast<std::size_t>(j * w + k);
      add_product(sum, arrays.query[a], arrays.key[b]);
      add_product(size, arrays.query_size[a], arrays.key_size[b]);
    }
    Real b = bias ? real(bias[j]) : zero;
    if (rest) b += real(rest[j]);
    const Real reach = scale_size * size;
    Real capped = scale * sum, off = c.score * reach + underflow;
    if (head.softcap() > 0) {
      tanh.push_back(hyperbolic(Real(capped / cap)));
      capped = cap * tanh.back();
      off += c.tanh * min(reach, cap);
      product_delta.push_back(off);
    }
    score.push_back(capped + b);
    delta.push_back(off + c.bias * abs(b));
  }
  Real top = score[0], top_low = score[0] - delta[0], top_high = score[0] + delta[0];
  for (std::size_t t = 1; t < n; ++t) {
    top = max(top, score[t]);
    top_low = max(top_low, Real(score[t] - delta[t]));
    top_high = max(top_high, Real(score[t] + delta[t]));
  }
  const Real top_magnitude = max(Real(abs(top_low)), Real(abs(top_high)));

  // Weights; the sums of (N.6) and (N.7).
  Real total = zero;
  std::vector<Real> power;
  for (std::size_t t = 0; t < n; ++t) {
    power.push_back(exp(score[t] - top));
    total += power[t];
  }
  const double* factors = head.has_factor() ? head.factor_row(i, buffer.data()) : nullptr;
  Real factor_max = zero, loss = zero;
  std::vector<Real> forward_error;  // P_j t_j
  for (std::size_t t = 0; t < n; ++t) {
    weight.push_back(power[t] / total);
    factor.push_back(real(factors ? factors[keys[t]] : 1));
    factor_max = max(factor_max, Real(abs(factor[t])));
    const Real x = c.exponent_error(Real(abs(score[t])), delta[t], top_magnitude);
    const Real grown = exponent_growth(weight[t], Real(score[t] - top), x, total);
    loss += c.denominator * weight[t] + (one + c.denominator) * grown;
    forward_error.push_back(c.numerator * weight[t] + (one + c.numerator) * grown);
  }
  const Real exponents = c.argument * (top_magnitude + c.lag) + c.exponential;
  const Real growth = growth_above(Real(top_high - top_low + exponents), slack, promised) * (one + c.numerator);
  loss += growth * (c.visible * (c.weight_absolute + eta_w + two * eta) + two * c.rescalings * eta);
  promised = promised & at_most(loss, 0.5);
  if (promised != Truth::yes) loss = zero;  // nothing below is used for a bound then, and nothing overflows

  // (G.2) Weights that are computed again, or from the log-sum-exp of the forward pass.
  const Real logarithm = real(c.greatest_logarithm) + c.lag + one, exact_lse = abs(top + log(total));
  const Real lse_error = (loss / (one - loss) + c.exp_relative * (one + logarithm) +
                          c.final_operations * (top_magnitude + c.lag + logarithm) + real(4) * eta) *
                             (one + c.term_round) +
                         c.term_round * exact_lse + c.term_underflow;
  const Real argument = real(2 * error.exp_argument) * u;
  const Real relative = real(error.exp_relative) / (one - real(error.exp_relative)) + lse_error + gamma(3);
  lost = real(4) * eta * growth + eta_w;
  Real all_errors = zero;
  for (std::size_t t = 0; t < n; ++t) {
    const Real reach = max(Real(abs(score[t]) + delta[t]), top_magnitude) + c.lag + logarithm + lse_error;
    const Real y = delta[t] + argument * reach + relative;
    const Real grown = exponent_growth(weight[t], Real(score[t] - top), y, total);
    weight_error.push_back(grown + weight_round * (weight[t] + grown));
    all_errors += weight_error[t];
    const double most = largest(y);
    if (largest(Real(weight[t] + grown)) > 0) greatest_exponent = std::max(greatest_exponent, most);
  }
  promised = promised & at_most(all_errors, 0.5);

  // (G.3) D = dO V^T.
  Real grad_norm = zero, output_size = zero, forward_lost = zero, lost_sum = zero;
  for (std::int64_t k = 0; k < v; ++k) grad_norm += arrays.grad_size[static_cast<std::size_t>(i * v + k)];
  const Real product_relative = compose(compose(input, input), gamma_of_sum(static_cast<double>(v) + 3 + of_value));
  const Real later = real(std::max(1.0, head.value_scale)),
             raw = real(head.value_scale < 1 ? 1.0001 / head.value_scale : 1);
  std::vector<Real> size;
  for (const std::int64_t j : keys) {
    Real sum = zero, magnitude = zero;
    for (std::int64_t k = 0; k < v; ++k) {
      const auto a = static_cast<std::size_t>(i * v + k), b = static_cast<std::size_t>(j * v + k);
      add_product(sum, arrays.grad[a], arrays.value[b]);
      add_product(magnitude, arrays.grad_size[a], arrays.value_size[b]);
    }
    product.push_back(sum);
    size.push_back(magnitude);
    product_error.push_back(
        product_relative * magnitude +
        real(8) * later * eta *
            (grad_norm + raw * arrays.value_norm[static_cast<std::size_t>(j)] + real(static_cast<double>(v) + 2)));
  }
  const RowDerivatives<Real> exact(weight, factor, product, zero);
  score_gradient = step = exact.score;
  factor_gradient = exact.factor;
  std::vector<Real> bend;  // the cap's derivative
  for (std::size_t t = 0; t < tanh.size(); ++t) {
    bend.push_back(cap_derivative(tanh[t], one));
    step[t] = step[t] * bend[t];
  }
  if (promised == Truth::no) return;

  // (G.4) delta, from the stored output or from the weights.
  std::vector<Real> output(static_cast<std::size_t>(v), zero);
  for (std::size_t t = 0; t < n; ++t)
    for (std::int64_t k = 0; k < v; ++k)
      add_product(output[static_cast<std::size_t>(k)], Real(weight[t] * factor[t]),
                  arrays.value[static_cast<std::size_t>(keys[t] * v + k)]);
  const Real behind = factored * (real(4) * eta + eta_w);
  const Real per_sum = real(c.value_grows) * two * eta * (two * c.visible + c.rescalings + real(4) + factor_max);
  for (std::int64_t k = 0; k < v; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const Real& grad = arrays.grad_size[static_cast<std::size_t>(i * v + k)];
    const Real column_lost =
        growth * (arrays.column_norm[at] * (factor_max * (c.weight_absolute + eta_w) + behind) + per_sum);
    add_product(output_size, grad, Real(abs(output[at])));
    add_product(forward_lost, grad, column_lost);
    lost_sum += column_lost;
  }
  Real from_output = forward_lost + loss * output_size;
  for (std::size_t t = 0; t < n; ++t) from_output += forward_error[t] * abs(factor[t]) * size[t];
  const Real output_error = from_output / (one - loss) * (one + c.output_round) + c.output_round * output_size +
                            c.output_underflow * grad_norm;
  const Real dot = compose(input, gamma_of_sum(static_cast<double>(v) + 2));
  const Real delta_of_output =
      (one + dot) * output_error + dot * output_size +
      real(8) * eta * (grad_norm + factor_max * arrays.value_reach + lost_sum + real(static_cast<double>(v) + 2));

  const Real weighted = compose(factored * weight_round, gamma_of_sum(static_cast<double>(n) + 3));
  Real delta_of_weights = zero;
  std::vector<Real> weighed_error;  // |G^ - G|, G = C D
  const Real of_factor = gamma(1 + of_keep);
  for (std::size_t t = 0; t < n; ++t) {
    const Real absolute_factor = abs(factor[t]), magnitude = absolute_factor * abs(product[t]);
    weighed_error.push_back(absolute_factor * (product_error[t] * (one + of_factor) + of_factor * abs(product[t])) +
                            factored * two * eta * (one + abs(product[t]) + product_error[t]));
    const Real computed = weight[t] + weight_error[t] + lost;
    delta_of_weights += (one + weighted) * (computed * weighed_error[t] + (weight_error[t] + lost) * magnitude) +
                        weighted * computed * magnitude + factored * eta_w * (magnitude + weighed_error[t]) + two * eta;
  }
  const Real delta_error = max(delta_of_output, delta_of_weights), delta_size = abs(exact.delta);

  // (G.5) dS = P (C D - delta), and (G.7) P D.
  const Real four = gamma(4 + 2 * of_keep);
  for (std::size_t t = 0; t < n; ++t) {
    const Real weighed = factor[t] * product[t], off = weighed_error[t] + delta_error;
    const Real difference = abs(weighed - exact.delta), computed = weight[t] + weight_error[t] + lost;
    const Real before =
        (weight_error[t] + lost) * difference + computed * (off + four * (abs(weighed) + delta_size + off));
    const Real size_of_score = weight[t] * difference;
    score_error.push_back(before + weight_round * (size_of_score + before));
    if (bend.empty()) {
      step_error.push_back(score_error.back());
    } else {
      // (G.10) dS (1 - tanh^2).
      const Real size_of_tanh = abs(tanh[t]);
      Real theta = product_delta[t] / cap + real(error.exp_relative) / (one - real(error.exp_relative)) +
                   real(error.exp_argument) * u;
      theta = theta + gamma(6) * (size_of_tanh + theta);
      const Real square = theta * (two * size_of_tanh + theta);
      const Real bend_error = square + gamma(4) * (one + size_of_tanh * size_of_tanh + square) + real(4) * eta;
      const Real bent = before * (bend[t] + bend_error) + size_of_score * bend_error +
                        gamma(1) * (size_of_score + before) * (bend[t] + bend_error);
      step_error.push_back(bent + weight_round * (size_of_score * bend[t] + bent));
    }
    const Real product_size = abs(product[t]);
    const Real parted = (weight_error[t] + lost) * product_size + computed * product_error[t];
    factor_error.push_back(parted + weight_round * (weight[t] * product_size + parted));
  }
}

template struct GradientArrays<double>;
template struct GradientArrays<Enclosure>;
template struct GradientRow<double>;
template struct GradientRow<Enclosure>;

}  // namespace attest::verify::judge
