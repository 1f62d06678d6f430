// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "theory/scalar/enclosure.hpp"
#include "verify/judge/head.hpp"

namespace attest::verify::judge {

/// A number that is only known to lie between two others, both included; +infinity where nothing is promised.
struct Range {
  double low = 0, high = 0;
};

// The two scalars that the bound is evaluated in: a double, whose error the caller knows as a relative slack (every
// operation below is on numbers that are not negative, so relative errors only add up), and an enclosure.

inline double lift(double x, double) { return x; }
inline theory::Enclosure lift(double x, const theory::Enclosure& like) {
  return theory::Enclosure(theory::Rational::from_double(x), like.precision());
}
/// The ends as doubles, rounded outwards.
Range to_range(double x, double slack);
Range to_range(const theory::Enclosure& x, double slack);
/// Whether x <= limit.
theory::Truth at_most(double x, double limit, double slack);
theory::Truth at_most(const theory::Enclosure& x, double limit, double slack);

/// What the bound of docs/numerics.md takes from a row's shape and the declared class, before any number of the row is
/// looked at. Names and equation numbers as there.
template <class Real>
struct RowConstants {
  /// Of a row with `visible` > 0 visible keys, the last of them key end - 1.
  RowConstants(const Head& head, const attest_error_class& error, std::int64_t visible, std::int64_t end, Real like);

  bool bounded = true;          ///< whether the class promises anything at this size (N.2)
  Real score, bias;             ///< |computed score - S| <= score * P + bias * |B| + score_underflow (N.3)
  Real argument, exponential;   ///< and the exponent's error is argument * R + exponential more (N.4)
  Real numerator, denominator;  ///< relative roundings behind the exponentials (N.6)
  Real lag;
  Real weight_absolute;  ///< underflow of a weight before it is rounded (N.7)
  Real underflow, weight_underflow;
  bool unnormalized;  ///< weights are rounded before they are divided by their sum (N.7)
  Real rescalings, visible;
  Real cap_absolute;                    ///< and so much whatever P is
  Real tanh;                            ///< and tanh * min(P, softcap) more with a softcap (N.13)
  double softcap;                       ///< 0: none
  double value_grows;                   ///< what value's scale multiplies a loss before it with, at most (N.16)
  Real norm_relative;                   ///< of a Toeplitz product by Fourier transforms (N.12); 0 for others
  Real output_round, output_underflow;  ///< of the last rounding, into the output's format
  Real term_round, term_underflow;      ///< into the format of row_sum and log_sum_exp
  Real exp_relative, final_operations;  ///< of the logarithm and what stands around it (N.10)
  bool has_factor;
  bool scale_underflows;      ///< the scale itself is so small that it may be read as 0 (N.3)
  double greatest_logarithm;  ///< log(visible) is at most this

  /// (N.3): the part of a score's error that comes from underflow, for a query and keys of these 1-norms.
  Real score_underflow(const Head& head, const Real& query_norm, const Real& greatest_key_norm) const;

  /// X_j (N.5), for a score of magnitude at most `score_magnitude` whose error is at most `delta`.
  template <class Number>
  Number exponent_error(const Number& score_magnitude, const Number& delta, const Real& top_magnitude) const {
    using std::max;
    return delta + argument * (max(score_magnitude + delta, Number(top_magnitude)) + lag) + exponential;
  }

 private:
  static Real compose(const Real& a, const Real& b) { return a + b + a * b; }
};

/// What the sums over keys of a row give.
template <class Real>
struct RowSums {
  Real top_magnitude;  ///< of the computed greatest score: max(|top_low|, |top_high|)
  Real top_spread;     ///< top_high - top_low: what the computed greatest score may be off by
  Real denominator;    ///< sum_j A_ij s_j
  Real total;          ///< sum_j E_ij, relative to E = 1 at the greatest score: at least 1
  Real weight_norm;    ///< sqrt(sum_j (A_ij C_ij)^2)
  Real factor_max;     ///< the greatest |C_ij| of a visible key; 1 without a factor
};
template <class Real>
struct ColumnSums {
  Real magnitude;       ///< |exact value|
  Real weighted;        ///< sum_j A_ij |C_ij| |v_jc| t_j
  Head::Column values;  ///< of v: norm and greatest over all keys of the head, root over those that the row sees
};

/// The bound of an output or row-sum element (N.8, N.9) and of a log-sum-exp (N.10).
template <class Real>
Range output_bound(const RowConstants<Real>& c, const RowSums<Real>& row, const ColumnSums<Real>& column,
                   const Real& round, const Real& underflow, double slack);
template <class Real>
Range log_sum_exp_bound(const RowConstants<Real>& c, const RowSums<Real>& row, const Real& magnitude, double slack);

extern template struct RowConstants<double>;
extern template struct RowConstants<theory::Enclosure>;

/// The bound of a hardmax element (N.11): `reach` is how far the exact result is from the farthest that rounded scores
/// may choose, `sum` the sum of |C_ij v_jc| over the `candidates` keys that they may choose from, `loads` that of
/// |C_ij| + |v_jc|.
template <class Real>
Range hardmax_bound(const RowConstants<Real>& c, const attest_error_class& error, std::int64_t candidates,
                    const Real& magnitude, const Real& reach, const Real& sum, const Real& loads, const Real& round,
                    const Real& underflow, double slack);

/// InputError unless every constant of a class is finite, not negative and small enough to mean anything.
void check_error_class(const attest_error_class& error);

}  // namespace attest::verify::judge
