// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "verify/instances/arithmetic.hpp"

namespace attest::verify::judge::simd {

/// What the passes over the keys of one row share. Rows hold `end` numbers and are padded to a multiple of 8.
struct RowPass {
  std::int64_t end;          ///< one more than the last visible key
  const std::uint8_t* mask;  ///< or null: all below end are visible
  const double* bias;        ///< or null
  const double* factor;      ///< or null
  double scale;
  double magnitude_unit;  ///< what 1 in `magnitudes` stands for, times |scale|
  double rounding;        ///< no S is off by more than this times P + |B|
  // The bound's constants (RowConstants).
  double tanh, softcap;  ///< of delta: tanh * min(P, softcap)
  double score, bias_error, score_underflow, argument, exponential, lag, numerator, denominator;
};

/// What the first pass finds.
struct ScoreSummary {
  double top, top_low, top_high;  ///< greatest S, S - delta, S + delta
  double magnitude;               ///< greatest P + |B|
  double score_magnitude;         ///< greatest |S|
  double factor;                  ///< greatest |C| of a visible key; 1 without a factor
  bool regular;  ///< whether S and P of every visible key are finite: NaN is lost in a maximum, -infinity hides
};

/// What the second pass finds. Sums are over visible keys, relative to E = exp(S - top).
struct WeightSummary {
  double sum, sum_low;                ///< of E, as a double-double (sum_low = 0 in the first rung)
  double factor_sum, factor_sum_low;  ///< of E C
  double magnitude, score_magnitude;  ///< greatest P + |B| and |S| of a key that does not weigh 0 for certain
  double denominator_error;           ///< of E s
  double factor_squares;              ///< of (E C)^2
  double weighted_factor;             ///< of E |C| t
  double greatest_growth;             ///< greatest X > 1 of a weight that counts
  bool regular;                       ///< whether the bound's weights are what they should be
  bool has_negligible;                ///< whether a key's E t was left out, at most 2^-86 a key
};

/// The same code compiled for one instruction set. Every operation is IEEE's, every multiply-add is fused, every order
/// of summation is fixed: the bits do not depend on the set.
struct Code {
  std::string_view name;
  std::int64_t panel;  ///< columns of a packed panel of doubles; panels of floats have twice as many
  std::int64_t tile;   ///< rows that are multiplied at once

  /// c (rows x columns, row stride c_stride) = a b, or c += a b, for a (rows x depth, row stride a_stride) and b
  /// packed: panels of `panel` columns, each depth x panel. columns is a multiple of `panel`.
  void (*product)(const double* a, std::int64_t a_stride, std::int64_t rows, std::int64_t depth, const double* b,
                  std::int64_t panel_stride, std::int64_t columns, double* c, std::int64_t c_stride, bool add);
  void (*product_float)(const float* a, std::int64_t a_stride, std::int64_t rows, std::int64_t depth, const float* b,
                        std::int64_t panel_stride, std::int64_t columns, float* c, std::int64_t c_stride, bool add);

  /// First rung, first pass: scores holds sums of q k and becomes S, -infinity at hidden keys. A sum of q k may
  /// overflow where P, which is scaled, does not.
  ScoreSummary (*score)(const RowPass& pass, double* scores, const float* magnitudes);
  /// First rung, second pass: scores holds S and becomes E C; magnitudes becomes E |C| t * unit.
  WeightSummary (*weigh)(const RowPass& pass, const ScoreSummary& found, double* scores, float* magnitudes,
                         double unit);

  /// Second rung: S of one row in double-double, and P, from keys packed as for `product`.
  void (*precise_products)(const double* query, std::int64_t depth, const double* keys, std::int64_t panel_stride,
                           std::int64_t columns, double* high, double* low, double* magnitudes);
  ScoreSummary (*precise_score)(const RowPass& pass, const double* bias_rest, double* high, double* low,
                                double* magnitudes);
  WeightSummary (*precise_weigh)(const RowPass& pass, const ScoreSummary& found, double* high, double* low,
                                 double* magnitudes);
  /// high + low = sum of (weight + weight_low) v over keys, bound = sum of errors |v|, for each packed column.
  void (*precise_sums)(const double* weight, const double* weight_low, const double* errors, std::int64_t depth,
                       const double* values, std::int64_t panel_stride, std::int64_t columns, double* high, double* low,
                       double* bound);

  /// For tests: exp of a multiple of 8 numbers.
  void (*exponentials)(const double* x, std::int64_t count, double* result);
  void (*precise_exponentials)(const double* x, const double* x_low, std::int64_t count, double* high, double* low);
};

/// The named set ("baseline", "avx2", "avx512"), or the best one that this processor has for "". Null where it lacks
/// it.
const Code* code(std::string_view name);

// Proven in docs/numerics.md: relative errors of exp, in the two precisions, for x in [least_exponent, 80]; exp of less
// is 0.
inline constexpr double exp_error = 4 * 0x1p-53, precise_exp_error = 0x1p-90, least_exponent = -600;

}  // namespace attest::verify::judge::simd
