// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arb.h>

#include <cmath>
#include <vector>

#include "verify/judge/bound.hpp"

// One row of a backward pass: the exact derivatives (G.1 of docs/numerics/gradients.md), and what a kernel of the class
// may be off by in each number between the inputs and the gradients (G.2 to G.7).
namespace attest::verify::judge {

/// The derivatives of a row's sum_c dO_c O_c, O = sum_j P_j C_j v_j, from the weights P, the factors C and the products
/// D_j = sum_c dO_c v_jc. Rational in all three, so that they can be compared with difference quotients exactly.
template <class Real>
struct RowDerivatives {
  Real delta;                       ///< sum_j P_j C_j D_j
  std::vector<Real> score, factor;  ///< by S_j: P_j (C_j D_j - delta); by C_j: P_j D_j

  RowDerivatives(const std::vector<Real>& weight, const std::vector<Real>& factors, const std::vector<Real>& product,
                 const Real& zero)
      : delta(zero) {
    for (std::size_t t = 0; t < weight.size(); ++t) delta += weight[t] * factors[t] * product[t];
    for (std::size_t t = 0; t < weight.size(); ++t) {
      score.push_back(weight[t] * (factors[t] * product[t] - delta));
      factor.push_back(weight[t] * product[t]);
    }
  }
};

/// (R.1): so many roundings, or as many as go one way if each goes either way, where `lambda` is not 0.
inline double in_one_direction(double lambda, double roundings, const attest_error_class& error) {
  if (lambda == 0) return roundings;
  return std::min(roundings, (lambda * std::sqrt(roundings) + 2 * roundings * error.accumulate) * (1 + 0x1p-50));
}

/// The derivative of c tanh(s / c) by s, from the tanh.
template <class Real>
Real cap_derivative(const Real& tanh, const Real& one) {
  return one - tanh * tanh;
}

/// `sum` + a b, at the cost of one addition.
inline void add_product(double& sum, double a, double b) { sum += a * b; }
inline void add_product(theory::Enclosure& sum, const theory::Enclosure& a, const theory::Enclosure& b) {
  arb_addmul(sum.raw(), a.raw(), b.raw(), sum.precision());
}

/// A head's arrays as numbers of the scalar, row by row, and their magnitudes.
template <class Real>
struct GradientArrays {
  GradientArrays(const Head& head, const std::vector<double>& grad_output, const Real& like);
  std::vector<Real> query, key, value, grad, query_size, key_size, value_size, grad_size;
  std::vector<Real> value_norm;   ///< sum_c |v_jc| of each key
  std::vector<Real> column_norm;  ///< sum_j |v_jc| of each column
  Real value_reach;               ///< sum_c max_j |v_jc|
};

/// One row with an entry for each visible key.
template <class Real>
struct GradientRow {
  GradientRow(const Head& head, const attest_error_class& error, const GradientArrays<Real>& arrays, std::int64_t i,
              const Real& like, double slack);

  std::vector<std::int64_t> keys;
  std::vector<Real> weight;            ///< P
  std::vector<Real> weight_error;      ///< relative part of |P^ - P| (G.2); `lost` comes besides
  std::vector<Real> factor, product;   ///< C, D
  std::vector<Real> product_error;     ///< |D^ - D| (G.3)
  std::vector<Real> score_gradient;    ///< dS
  std::vector<Real> score_error;       ///< |dS^ - dS| before sums, its rounding to the weights' format included (G.5)
  std::vector<Real> step, step_error;  ///< the same of what multiplies q and k: dS times the cap's derivative (G.10)
  std::vector<Real> factor_gradient, factor_error;  ///< P D, and its error (G.7)
  Real lost;                                        ///< absolute part of a weight's error
  double greatest_exponent = 0;  ///< the greatest Y of a key that weighs anything: what the slack is multiplied by
  theory::Truth promised = theory::Truth::yes;  ///< whether the class promises anything of this row

 private:
  Real exponent_growth(const Real& weight, const Real& exponent, const Real& y, const Real& total);
  theory::Truth at_most(const Real& x, double limit) const { return judge::at_most(x, limit, slack_); }
  double slack_;
};

extern template struct GradientArrays<double>;
extern template struct GradientArrays<theory::Enclosure>;
extern template struct GradientRow<double>;
extern template struct GradientRow<theory::Enclosure>;

}  // namespace attest::verify::judge
