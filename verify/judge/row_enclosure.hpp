// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/judge/element.hpp"
#include "verify/judge/simd/code.hpp"

namespace attest::verify::judge {

/// The a-priori errors of a rung's arithmetic in one row (docs/numerics.md, T.1 to T.4).
struct RungErrors {
  double score;           ///< absolute, of S and of S - top
  double weight;          ///< relative, of E: of S - top, and of exp
  double sum;             ///< relative to the sum of magnitudes, of the sums over keys
  double quotient;        ///< relative, of the last division
  double flushed;         ///< absolute, relative to E = 1: weights below exp(least_exponent), and underflow
  double bound;           ///< relative, of the sums in the bound
  double bound_absolute;  ///< absolute error of those sums, in units of |C| |v| at their greatest
};

/// What both rungs end with: a row's exact results and bounds from its sums over keys.
class RowEnclosure {
 public:
  RowEnclosure(const Head& head, const RowConstants<double>& constants, const simd::ScoreSummary& scores,
               const simd::WeightSummary& weights, const RungErrors& errors);

  /// sum + sum_low: sum_j E_j C_ij v_jc; weighted: sum_j E_j |C_ij v_jc| t_j.
  Expected output(double sum, double sum_low, double weighted, const Head::Column& values) const;
  Expected row_sum() const;
  Expected log_sum_exp() const;

 private:
  Expected element(double sum, double sum_low, double weighted, const Head::Column& values, double round,
                   double underflow) const;

  const Head& head_;
  const RowConstants<double>& c_;
  const simd::ScoreSummary& scores_;
  const simd::WeightSummary& weights_;
  const RungErrors& errors_;
  RowSums<double> row_;
  bool squares_known_;
  double relative_;  // of E and of sums over it, together
  double slack_;     // relative, of the bound but for its weighted sum
};

/// Whether a rung's passes gave numbers that its error bounds speak of: no sum overflowed, no key was beyond it.
bool is_in_range(const simd::ScoreSummary& scores, const simd::WeightSummary& weights);

/// What RowConstants and the terms of row i say to the passes of a Code. Buffers hold the rows of dense terms.
/// rounding: (T.1), (T.5).
simd::RowPass row_pass(const Head& head, const RowConstants<double>& constants, std::int64_t i, std::int64_t end,
                       double magnitude_unit, double rounding, double* bias_buffer, double* factor_buffer);

}  // namespace attest::verify::judge
